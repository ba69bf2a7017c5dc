import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { bundleService, startServiceProcess, type ServiceBundle } from '../support/serviceProcess.ts';
import { startTraceCollector, type TraceCollector } from '../support/traceCollector.ts';

let bundle: ServiceBundle;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let collector: TraceCollector;

beforeAll(async () => {
  [bundle, database, collector] = await Promise.all([bundleService(), createTestDatabase(), startTraceCollector()]);
});
afterAll(async () => {
  await Promise.all([bundle.remove(), database.drop(), collector.close()]);
});

describe('npm start', () => {
  it('sends what is left of its traces when it stops', { timeout: 60_000 }, async () => {
    const service = startServiceProcess(bundle, {
      DATABASE_URL: database.url,
      RUN: 'api',
      ADMIN_TOKEN: randomBytes(24).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'a-shop',
      // Longer than the test: nothing is sent but at the stop.
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    const { url } = await service.ready;
    const answer = await fetch(`${String(url)}/baseinfo`, { headers: { 'X-Request-Id': 'the-last-one' } });
    expect(answer.status).toBe(422);
    await answer.text();
    expect(collector.spans()).toEqual([]);

    await service.end();

    expect(await service.ended).toBe(0);
    expect(collector.spans()).toContainEqual(
      expect.objectContaining({
        name: 'GET /baseinfo',
        attributes: expect.objectContaining({ 'openplug.request_id': 'the-last-one' }),
        resource: expect.objectContaining({ 'service.name': 'a-shop' }),
      }),
    );
    const { traceId } = collector.spans().find(({ name }) => name === 'GET /baseinfo')!;
    expect(service.lines).toContainEqual(expect.objectContaining({ requestId: 'the-last-one', trace_id: traceId }));
    expect(service.logged).toEqual([]);
  });
});
