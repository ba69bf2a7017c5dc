import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTracing, type Tracing } from '../../src/tracing/startTracing.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

let collector: Server;
let answer: 'nothing' | 'reset' | number;
let exportCount: number;
let lines: Record<string, unknown>[];
let tracing: Tracing;
let service: TestService;
let developer: Developer;

beforeEach(async () => {
  exportCount = 0;
  collector = createServer((request, response) => {
    exportCount += 1;
    request.resume();
    if (answer === 'reset') request.socket.destroy();
    else if (answer !== 'nothing') response.writeHead(answer).end();
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '20');
  // An hour: whatever ends sooner was ended by us.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '3600000');
  vi.stubEnv('OTEL_BSP_EXPORT_TIMEOUT', '3600000');
  lines = [];
  tracing = await startTracing(process.env, async () => '1.2.3', memoryLog(lines));
  service = await tracing.untraced(async () => startTestService());
});
afterEach(async () => {
  await service.stop();
  await tracing.stop();
  collector.closeAllConnections();
  collector.close();
  vi.unstubAllEnvs();
});

async function askBaseInfo(): Promise<number> {
  const { pluginId, secret, accessToken } = developer;
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken });
  return (await call(service.url, 'GET', '/baseinfo', parameters)).status;
}

describe('a collector', () => {
  it('that refuses spans disturbs no request, and is one line in the log until it takes them again', async () => {
    answer = 400;
    developer = await makeDeveloper(service.admin);
    const before = exportCount;
    await vi.waitUntil(async () => (await askBaseInfo()) === 200 && exportCount >= before + 3, { timeout: 15_000 });
    await expect.poll(() => lines, { timeout: 15_000 }).toHaveLength(1);

    answer = 200;
    await vi.waitUntil(async () => (await askBaseInfo()) === 200 && lines.length > 1, { timeout: 15_000 });

    expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 40, msg: 'traces cannot be sent and are dropped' },
      { level: 30, msg: 'traces are sent again' },
    ]);
    // They tell of many requests, and belong to none.
    expect(lines.filter((line) => 'trace_id' in line)).toEqual([]);
    expect(service.complaints()).toEqual([]);
  });

  it.each([
    ['takes spans and never answers', 'nothing'],
    ['breaks off each connection', 'reset'],
  ] as const)('that %s holds up neither requests nor the stop', async (_name, given) => {
    answer = given;
    developer = await makeDeveloper(service.admin);
    for (let index = 0; index < 5; index += 1) expect(await askBaseInfo()).toBe(200);
    await expect.poll(() => exportCount, { timeout: 15_000 }).toBeGreaterThan(0);

    await tracing.stop();

    expect(await askBaseInfo()).toBe(200);
    expect(lines.length).toBeLessThan(2);
    expect(service.complaints()).toEqual([]);
  });
});
