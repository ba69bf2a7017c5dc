import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostResolver } from '../../../src/sweeper/post/resolveHost.ts';
import { startNameServer, type NameAnswer, type NameServer } from '../../support/nameServer.ts';

let folder: string;
let hostsPath: string;
let server: NameServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-hosts-'));
  hostsPath = join(folder, 'hosts');
  await writeFile(
    hostsPath,
    `127.0.0.1\tlocalhost # always\n10.0.0.7 Inside.example inside\n# 10.0.0.8 inside\n\n2001:db8::7 inside\nnonsense inside\n`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});
afterEach(() => server.close());

type Answers = Record<'A' | 'AAAA', { answer: NameAnswer; afterMs?: number }>;
const ipv4 = '192.0.2.1';
const ipv6 = '2001:db8:0:0:0:0:0:1';

async function resolve(hostname: string, answers: Answers, signal = new AbortController().signal): Promise<string[]> {
  server = await startNameServer((type) => answers[type]);
  return hostResolver({ servers: [server.address], hostsPath })(hostname, signal);
}

describe('the addresses of a name', () => {
  it('are those of both kinds', async () => {
    const found = await resolve('a.example', { A: { answer: [ipv4, '192.0.2.2'] }, AAAA: { answer: [ipv6] } });
    expect(found.toSorted()).toEqual([ipv4, '192.0.2.2', '2001:db8::1']);
  });

  it.each<[string, Answers, string]>([
    ['an A answer, when there is no other', { A: { answer: [ipv4] }, AAAA: { answer: [] } }, ipv4],
    ['an A answer, when the other question failed', { A: { answer: [ipv4] }, AAAA: { answer: 'SERVFAIL' } }, ipv4],
    ['an AAAA answer, when there is no other', { A: { answer: [] }, AAAA: { answer: [ipv6] } }, '2001:db8::1'],
    [
      'an AAAA answer that comes long before there is none of the other kind',
      { A: { answer: 'NXDOMAIN', afterMs: 300 }, AAAA: { answer: [ipv6] } },
      '2001:db8::1',
    ],
  ])('are of %s', async (_what, answers, address) => {
    expect(await resolve('a.example', answers)).toEqual([address]);
  });

  it('do not wait for a name server that leaves questions for the other kind unanswered', async () => {
    const startedAt = performance.now();
    expect(await resolve('a.example', { A: { answer: [ipv4] }, AAAA: { answer: 'nothing' } })).toEqual([ipv4]);
    // Its timeout would be six seconds.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('wait for an A answer, since the machine may have no way to the other', async () => {
    const found = await resolve('a.example', { A: { answer: [ipv4], afterMs: 300 }, AAAA: { answer: [ipv6] } });
    expect(found.toSorted()).toEqual([ipv4, '2001:db8::1']);
  });

  it('are taken from the hosts file when no name server knows it', async () => {
    const unknown = { A: { answer: 'NXDOMAIN' }, AAAA: { answer: 'NXDOMAIN' } } as const;
    expect(await resolve('INSIDE.', unknown)).toEqual(['10.0.0.7', '2001:db8::7']);
    server.close();
    expect(await resolve('inside.example', unknown)).toEqual(['10.0.0.7']);
  });

  it.each(['localhost', 'LOCALHOST.', 'app.localhost'])('%s are asked of no name server', async (hostname) => {
    expect(await resolve(hostname, { A: { answer: [ipv4] }, AAAA: { answer: [] } })).toEqual(['127.0.0.1']);
    expect(server.asked).toEqual([]);
  });
});

describe('a name without an address', () => {
  it.each<[NameAnswer, NameAnswer, string]>([
    ['NXDOMAIN', 'NXDOMAIN', 'ENOTFOUND'],
    [[], [], 'ENODATA'],
    ['SERVFAIL', 'SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', [], 'EREFUSED'],
    [[], 'SERVFAIL', 'ESERVFAIL'],
  ])('answered with %j and %j is %s', async (a, aaaa, code) => {
    await expect(resolve('a.example', { A: { answer: a }, AAAA: { answer: aaaa } })).rejects.toMatchObject({ code });
  });

  it('whose name server falls silent after one answer is given up with the attempt, and keeps nobody else', async () => {
    const attempts = Array.from({ length: 12 }, () => new AbortController());
    server = await startNameServer((type) => ({ answer: type === 'A' ? 'NXDOMAIN' : 'nothing' }));
    const resolveBy = hostResolver({ servers: [server.address], hostsPath });
    const waiting = attempts.map(async ({ signal }, n) => resolveBy(`silent${n}.example`, signal));
    await expect.poll(() => server.asked.length, { timeout: 10_000, interval: 10 }).toBeGreaterThanOrEqual(24);

    expect(await resolveBy('localhost', new AbortController().signal)).toEqual(['127.0.0.1']);
    for (const attempt of attempts) attempt.abort(new Error('the time is over'));
    const ended = await Promise.allSettled(waiting);
    expect(ended).toEqual(attempts.map(() => ({ status: 'rejected', reason: new Error('the time is over') })));
  });
});
