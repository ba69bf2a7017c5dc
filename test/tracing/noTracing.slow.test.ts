import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTracing } from '../../src/tracing/startTracing.ts';
import { PayOrderDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, makeOrder } from '../support/builders.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bundleService } from '../support/serviceProcess.ts';

const sdk = /[\\/](@opentelemetry[\\/](?!api[\\/])[\w-]+|@prisma[\\/]instrumentation)[\\/]/;

/** The SDK's packages are CommonJS: who loads one finds it here. */
function loadedOfSdk(): string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((path) => sdk.test(path));
}

let service: TestService;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

describe('without the variables that ask for traces', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['none', {}],
    ['an empty one', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['a disabled SDK', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'TRUE' }],
    ['no exporter', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' }],
  ])('nothing of the SDK is loaded: %s', async (_name, environment) => {
    const tracing = await startTracing(environment, async () => '1.2.3', memoryLog(lines));
    expect(tracing.untraced(() => 'done')).toBe('done');
    await tracing.stop();
    expect(lines).toEqual([]);
    expect(loadedOfSdk()).toEqual([]);
  });

  it('log lines carry no trace, and deliveries neither', async () => {
    const developer = await makeDeveloper(service.admin, 'https://example.com/');
    const order = await makeOrder(service.admin, developer);
    await service.admin(PayOrderDocument, { input: { orderId: order.id } });

    await expect
      .poll(() => service.logged, { timeout: 15_000 })
      .toContainEqual(expect.objectContaining({ operation: 'PayOrder' }));
    expect(service.logged.filter((line) => 'trace_id' in line)).toEqual([]);
    expect(loadedOfSdk()).toEqual([]);
  });

  it('the bundle imports nothing of the SDK before it is asked for', async () => {
    const bundle = await bundleService();
    const text = (await Promise.all(bundle.paths.map((path) => readFile(path, 'utf8')))).join('\n');
    await bundle.remove();
    const imported = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => `/${name}/`);
    expect(imported(/\bimport\("([^"]+)"\)/g).filter((name) => sdk.test(name)).length).toBeGreaterThan(3);
    expect(imported(/^import (?:.* from )?"([^"]+)";$/gm).filter((name) => sdk.test(name))).toEqual([]);
  });
});

describe('with one that is not understood', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['a protocol', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    ['an exporter', { OTEL_TRACES_EXPORTER: 'zipkin' }],
    ['an endpoint that is no URL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'not-a-url' }],
    ['an endpoint without http://', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    [
      'an endpoint of traces that is none',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    ],
    ['a queue without a place', { OTEL_TRACES_EXPORTER: 'console', OTEL_BSP_MAX_QUEUE_SIZE: '0' }],
    ['a queue of words', { OTEL_TRACES_EXPORTER: 'console', OTEL_BSP_MAX_QUEUE_SIZE: 'many' }],
    [
      'batches of nothing',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '0' },
    ],
  ])('the log says so, and there are no traces: %s', async (_name, environment) => {
    const said: Record<string, unknown>[] = [];
    await startTracing(environment, async () => '1.2.3', memoryLog(said));
    expect(said).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('there are no traces') })]);
    expect(loadedOfSdk()).toEqual([]);
  });
});

describe('with them', () => {
  it('the SDK is loaded', async () => {
    const tracing = await startTracing({ OTEL_TRACES_EXPORTER: 'console' }, async () => '1.2.3', memoryLog(lines));
    await tracing.stop();
    expect(loadedOfSdk()).not.toEqual([]);
  });
});
