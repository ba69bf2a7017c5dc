import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { operationsFolder } from './promtool.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it.each(['prometheus/alerts.yml', 'grafana/dashboard.json'])('%s asks for metrics that there are', async (file) => {
  const headers = { Authorization: `Bearer ${service.adminToken}` };
  const metrics = await (await fetch(`${service.adminUrl}/metrics`, { headers })).text();
  const told = new Set(namesIn(metrics, /^# TYPE (\w+) /gm));
  const text = await readFile(join(operationsFolder, file), 'utf8');
  const asked = namesIn(text, /\b((?:openplug|nodejs|process)_\w+)(?=[{[ )])/g);
  expect(asked.length).toBeGreaterThan(4);
  for (const name of asked) {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    expect({ name, isTold: told.has(family) || told.has(name) }).toEqual({ name, isTold: true });
  }
});

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name]) => name!);
}
