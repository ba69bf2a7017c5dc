import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallbackReport } from '../src/developerTool/callback/postCallback.ts';
import { failure, startCallbackReceiver } from './support/callbackReceiver.ts';
import { bundleService, type ServiceBundle } from './support/serviceProcess.ts';
import { testVectors } from './support/testVectors.ts';

const secret = '0123456789abcdef0123456789ABCDEF';
const vector = testVectors.messages.find(({ kind, genuine }) => kind === 'callback' && genuine)!;

let bundle: ServiceBundle;

beforeAll(async () => {
  bundle = await bundleService('src/openplug.ts');
});
afterAll(async () => bundle.remove());

function start(args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', OPENPLUG_SECRET: secret };
  return spawn(process.execPath, [bundle.path, ...args], { cwd: tmpdir(), env });
}

async function run(args: string[], input = '') {
  const child = start(args);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, out, err };
}

/** Starts the tool's receiver, and returns its address once it listens. */
async function startReceiver(args: string[]) {
  const child = start(['receiver', '--port', '0', '--json', ...args]);
  const ended = once(child, 'close').then(([code]) => code as number);
  const out = text(child.stdout);
  const [line] = (await once(createInterface({ input: child.stderr }), 'line')) as [string];
  return { url: /http:\S+/.exec(line)![0], ended, out, stop: () => child.kill('SIGINT') };
}

describe('the built tool', () => {
  it('says its version, and verifies what is piped into it', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await run(['verify'], vector.body)).toEqual({ code: 0, out: 'Genuine.\n', err: '' });
    expect((await run(['verify'], vector.body.replace('"status":10', '"status":11'))).code).toBe(1);
    expect((await run(['verify'], 'hello')).code).toBe(2);
  });

  it('posts a callback that its own receiver verifies, once that has failed as often as it was told', async () => {
    const receiver = await startReceiver(['--succeed-after', '1', '--count', '2', '--delay', '0.01']);
    const fields = ['status=10', 'pay_fee=100', `attach= ~*!'()测试 `];
    const refused = await run(['callback', receiver.url, '--json', ...fields]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ acknowledged: false, httpStatus: 500 });
    const taken = await run(['callback', receiver.url, '--attempt', '2', ...fields]);
    expect(taken.code).toBe(0);
    expect(taken.out).toMatch(/openplug-attempt: 2\n[^]*Acknowledged with 200 after \d+ ms\.\nNote: The service calls/);
    expect(await receiver.ended).toBe(0);
    const received = (await receiver.out).trimEnd().split('\n');
    expect(received.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { number: 1, attempt: '1', report: { isGenuine: true }, answered: { status: 500 } },
      { number: 2, attempt: '2', report: { isGenuine: true }, answered: { status: 200, body: 'SUCCESS' } },
    ]);
  });

  it('explains a callback that is signed with another secret, and one that is never answered', async () => {
    const receiver = await startReceiver(['--hang', '--count', '9']);
    const wrong = await run(['callback', receiver.url, '--secret', 'x'.repeat(32), 'status=10']);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('The callback was answered with status 401.\nThe answer: wrong signature\n');
    const late = await run(['callback', receiver.url, '--timeout', '0.3', 'status=10']);
    expect(late.code).toBe(1);
    expect(late.out).toContain('The callback had no complete answer in time');
    receiver.stop();
    expect(await receiver.ended).toBe(1);
  });

  it('says of a request that is no callback that it is none, and does not count it as one that fails', async () => {
    const receiver = await startReceiver(['--succeed-after', '1', '--count', '4']);
    expect((await fetch(receiver.url)).status).toBe(401);
    await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(65 * 1024) }).catch(() => {});
    expect((await run(['callback', receiver.url, 'status=10'])).code).toBe(1);
    expect((await run(['callback', receiver.url, 'status=10'])).code).toBe(0);
    expect(await receiver.ended).toBe(1);
    const received = (await receiver.out).trimEnd().split('\n');
    expect(received.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { unreadable: 'expected POST', answered: { status: 401 } },
      { unreadable: 'expected a whole body of at most 65536 bytes' },
      { unreadable: null, answered: { status: 500 } },
      { unreadable: null, answered: { status: 200 } },
    ]);
  });

  it('names the mistake of a receiver by messages that are no payments, and asks nobody to take a payment twice', async () => {
    const receiver = await startCallbackReceiver();
    try {
      receiver.answer(failure);
      const paid = JSON.parse((await run(['callback', receiver.url, '--json', 'status=10'])).out) as CallbackReport;
      expect(paid.problems).toEqual(['The callback was answered with status 500.']);
      expect(receiver.received).toHaveLength(1);
      const unpaid = JSON.parse((await run(['callback', receiver.url, '--json'])).out) as CallbackReport;
      expect(unpaid.problems[1]).toMatch(/^It was answered no better with the signatures of 14 usual mistakes/);
      expect(receiver.received).toHaveLength(1 + 1 + 14);
    } finally {
      await receiver.close();
    }
  });

  it('says that an address is taken', async () => {
    const receiver = await startReceiver([]);
    const { code, err } = await run(['receiver', '--port', new URL(receiver.url).port]);
    expect(code).toBe(2);
    expect(err).toMatch(/expected an address that is free: .*EADDRINUSE/);
    receiver.stop();
    expect(await receiver.ended).toBe(0);
  });
});
