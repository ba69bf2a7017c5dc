import { randomBytes } from 'node:crypto';
import { readFile, rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods, type Developer } from '../support/builders.ts';
import { bundleService, startServiceProcess } from '../support/serviceProcess.ts';
import { call, signed } from '../support/signedRequest.ts';
import { Cluster } from './cluster.ts';
import { wideQueries, type WideQuery } from './wideQueryTexts.ts';

/**
 * `npm run test:wide`: staff ask for as much as a query can ask for, of 100 deliveries with 30 attempts each, whose
 * receivers answered 4 KiB of NUL. Prints for each query what was answered, how large it was, how long it took, how long
 * the requests of a developer waited meanwhile, and the most memory that the process held. Fails when one waited longer
 * than `longestWaitMs`, which is meant for a machine that does nothing else, or the process grew by more than
 * `mostGrowthMib`. Ends after five minutes at the latest; connects to loopback only.
 */
const longestWaitMs = 1_000;
const mostGrowthMib = 300;
const longestMs = 300_000;
const probeEveryMs = 10;
const key = 'admin-token-of-the-tests';
const nothing: WideQuery = { name: '(nothing)', query: '{ __typename }' };

const folder = await mkdtemp(join(tmpdir(), 'openplug-wide-'));
const cluster = await Cluster.start(join(folder, 'data'));
const bundle = await bundleService();
const service = startServiceProcess(bundle, {
  DATABASE_URL: cluster.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ADMIN_TOKEN: key,
});
let isSound = true;
try {
  const url = String((await service.ready)['url']);
  const developer = await makeDeveloper(adminClient(url, key));
  await makeRows(developer);
  const deadline = AbortSignal.timeout(longestMs);
  console.log(
    'query                                answered              MiB      ms  CPU ms   others wait ms   memory MiB',
  );
  for (const { name, query, atOnce = 1 } of [nothing, ...wideQueries]) {
    const before = await startOfPeak();
    const probe = probeUntilStopped(url, developer);
    const [startedMs, cpuMs] = [performance.now(), await processorMs()];
    const asked = Array.from({ length: atOnce }, async () => ask(url, query, deadline));
    const [{ bytes, outcome }] = (await Promise.all(asked)) as [Answered];
    const [tookMs, computedMs] = [performance.now() - startedMs, (await processorMs()) - cpuMs];
    const waitedMs = await probe.stop();
    const peak = await memoryMib('VmHWM');
    if (waitedMs > longestWaitMs || peak - before > mostGrowthMib) isSound = false;
    const columns = [
      name.padEnd(36),
      outcome.padEnd(18),
      (bytes / 2 ** 20).toFixed(2).padStart(6),
      tookMs.toFixed(0).padStart(7),
      String(computedMs).padStart(7),
      waitedMs.toFixed(0).padStart(16),
      `${before} to ${peak}`.padStart(12),
    ];
    console.log(columns.join(' '));
  }
  console.log(isSound ? 'Nobody waited for long.' : `Somebody waited longer than ${longestWaitMs} ms, or memory grew.`);
} finally {
  await service.end('SIGTERM');
  await bundle.remove();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isSound ? 0 : 1);

async function makeRows({ pluginId, userId }: Developer): Promise<void> {
  const admin = adminClient(String((await service.ready)['url']), key);
  const { id: goodsId } = await makeGoods(admin, pluginId);
  const client = new pg.Client(cluster.url);
  await client.connect();
  await client.query(
    `INSERT INTO "order" (id, plugin_id, goods_id, user_id, body, pay_fee_fen, status, paid_at)
     SELECT md5('order' || n), '${pluginId}', '${goodsId}', '${userId}', 'Goods', 100, 'PAID', now()
     FROM generate_series(1, 100) AS n`,
  );
  await client.query(
    `INSERT INTO delivery (order_id, plugin_id, status, max_notifications, attempt_count, automatic_count)
     SELECT id, plugin_id, 'EXHAUSTED', 30, 30, 30 FROM "order"`,
  );
  await client.query(
    `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at, finished_at,
       url, request_body, http_status, response_body, duration_ms, worker)
     SELECT order_id, plugin_id, n, 'AUTOMATIC', 'UNEXPECTED_BODY', now(), now(), now(),
       'https://example.com/', repeat('x', 1500), 200, decode(repeat('00', 4096), 'hex'), 50, 'a:1'
     FROM delivery, generate_series(1, 30) AS n`,
  );
  await client.query(
    `INSERT INTO audit_entry (actor, action, target, reason, detail)
     SELECT 'a', 'b', 'c', repeat('会', 500), '{"name":"' || repeat('会', 200) || '"}' FROM generate_series(1, 100)`,
  );
  await client.query('ANALYZE');
  await client.end();
}

interface Answered {
  bytes: number;
  /** An error's code, or why there was no answer. */
  outcome: string;
}

async function ask(url: string, query: string, signal: AbortSignal): Promise<Answered> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal,
    });
    const answer = Buffer.from(await response.arrayBuffer());
    return { bytes: answer.length, outcome: /"code":"(\w+)"/.exec(answer.subarray(0, 4096).toString())?.[1] ?? 'data' };
  } catch (error) {
    return { bytes: 0, outcome: (error as Error).message.slice(0, 18) };
  }
}

/** One request of a developer after the other; the longest that one took. */
function probeUntilStopped(url: string, { pluginId, secret, accessToken }: Developer) {
  const stopping = new AbortController();
  let longest = 0;
  const probing = (async () => {
    while (!stopping.signal.aborted) {
      const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, new Date());
      const startedMs = performance.now();
      // One that the process was too busy for is a wait like any other.
      await call(url, 'GET', '/baseinfo', parameters).catch(() => {});
      longest = Math.max(longest, performance.now() - startedMs);
      await passTime(probeEveryMs);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await probing;
      return longest;
    },
  };
}

/** Forgets the highest memory so far; returns what is held now, in MiB. */
async function startOfPeak(): Promise<number> {
  await writeFile(`/proc/${service.pid}/clear_refs`, '5');
  return memoryMib('VmRSS');
}

/** Which its process has computed for. Unlike the time on the clock it does not depend on what else the machine does. */
async function processorMs(): Promise<number> {
  const fields = (await readFile(`/proc/${service.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  // In hundredths of a second, as user and as kernel.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function memoryMib(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024);
}
