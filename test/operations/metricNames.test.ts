import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { readSeries } from '../metrics/metricsText.ts';
import { checkMetrics, operationsFolder } from './promtool.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const readMetrics = async () => {
  const headers = { Authorization: `Bearer ${service.adminToken}` };
  return (await fetch(`${service.adminUrl}/metrics`, { headers })).text();
};

it.each(['prometheus/alerts.yml', 'grafana/dashboard.json'])('%s asks for metrics that there are', async (file) => {
  const metrics = await readMetrics();
  const told = new Set(namesIn(metrics, /^# TYPE (\w+) /gm));
  const text = await readFile(join(operationsFolder, file), 'utf8');
  const asked = namesIn(text, /\b((?:openplug|nodejs|process)_\w+)(?=[{[ )])/g);
  expect(asked.length).toBeGreaterThan(4);
  for (const name of asked) {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    expect({ name, isTold: told.has(family) || told.has(name) }).toEqual({ name, isTold: true });
  }
});

it('promtool finds nothing wrong with what is told', async (context) => {
  expect(await checkMetrics(context, await readMetrics())).toBe('');
});

it('what is counted, and usual, reads 0 before it happens, so that the first one is an increase', async () => {
  const before = readSeries(await readMetrics());
  for (const series of [
    'openplug_request_duration_seconds_count{endpoint="GET /baseinfo",status="401"}',
    'openplug_request_duration_seconds_count{endpoint="/readyz",status="503"}',
    'openplug_refusals_total{endpoint="POST /goods",reason="SIGNATURE_WRONG"}',
    'openplug_requests_failed_total{endpoint="/graphql"}',
    'openplug_requests_failed_total{endpoint="other"}',
    'openplug_rate_limited_total{limit="turns"}',
    'openplug_attempt_duration_seconds_count{outcome="TLS_FAILED"}',
    'openplug_deliveries_closed_total{status="EXHAUSTED"}',
  ]) {
    expect([series, before[series]]).toEqual([series, 0]);
  }
});

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name]) => name!);
}
