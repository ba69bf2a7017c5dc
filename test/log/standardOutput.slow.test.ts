import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSeries } from '../metrics/metricsText.ts';
import { badOutputs, type BadOutput } from '../support/badOutput.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { quickBundle } from '../support/quickBundle.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { startUnlogged, type UnloggedProcess } from '../support/unloggedProcess.ts';

const key = 'admin-token-of-the-tests';
const longestMs = 60_000;

const bundle = quickBundle();
let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: key,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    RUN: 'api',
  };
});
afterAll(async () => {
  await database.drop();
});

async function readFigures({ url }: UnloggedProcess) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  return readSeries(await response.text());
}

/** Starts the service and has it write more lines than there is room for in any of the outputs. */
async function startOn(output: BadOutput): Promise<UnloggedProcess> {
  const service = await startUnlogged(bundle.path, environment, output);
  expect(await service.becomesReady(longestMs)).toBeDefined();
  const answers = Array.from({ length: 100 }, async () => (await fetch(`${service.url}/baseinfo`)).status);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([422]));
  expect(await readFigures(service)).toMatchObject({
    openplug_log_waiting_bytes: expect.toSatisfy((bytes: number) => bytes > 10_000),
    openplug_log_lines_dropped_total: 0,
  });
  return service;
}

describe('a standard output that takes nothing', { timeout: 2 * longestMs }, () => {
  it.each(['a full disk', 'a pipe whose reader has ended'])(
    'lets the service start, answer and stop: %s',
    async (what) => {
      const output = await badOutputs[what]!();
      const service = await startOn(output);
      expect((await service.stop(longestMs))?.code).toBe(0);
      await output.close();
    },
  );

  it.each([
    { what: 'a file that may not grow', told: ['the log could not be written for a while'] },
    { what: 'a pipe that nobody reads', told: [] },
  ])('lets it too, and has all lines that waited when it can be written again: $what', async ({ what, told }) => {
    const output = await badOutputs[what]!();
    const service = await startOn(output);

    const read = output.heal!();
    await expect.poll(() => countOf(messagesIn(read()), 'request'), { timeout: longestMs }).toBe(100);
    await expect.poll(async () => (await readFigures(service))['openplug_log_waiting_bytes']).toBe(0);
    expect((await service.stop(longestMs))?.code).toBe(0);

    const messages = messagesIn(read());
    expect(messages.filter((message) => message.startsWith('the log'))).toEqual(told);
    expect([messages[0], messages.at(-1)]).toEqual(['starting', 'stopped']);
    await output.close();
  });
});

it("Node's own warnings are lines of the log", { timeout: longestMs }, async () => {
  const module = encodeURIComponent(`process.on('SIGUSR2',()=>process.emitWarning('leaks','Careful'))`);
  const service = startServiceProcess(bundle, {
    ...environment,
    NODE_OPTIONS: `--import=data:text/javascript,${module}`,
  });
  await service.ready;
  service.signal('SIGUSR2');
  await expect
    .poll(() => service.logged, { timeout: longestMs })
    .toMatchObject([{ level: 40, msg: 'Node.js warns', err: { type: 'Careful', message: 'leaks' } }]);
  await service.end();
});

function messagesIn(text: string): string[] {
  const lines = text.trim().split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => (JSON.parse(line) as { msg: string }).msg);
}

const countOf = (messages: string[], wanted: string) => messages.filter((message) => message === wanted).length;
