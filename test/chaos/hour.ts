import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/log/openLog.ts';
import { startService } from '../../src/service/startService.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods } from '../support/builders.ts';
import { seededRandom } from '../sweeper/processes/seededRandom.ts';
import { Cluster } from './cluster.ts';
import { balanceLedger } from './ledger.ts';
import { printLedger } from './printLedger.ts';
import { readLedger } from './readLedger.ts';
import { Receiver } from './receivers.ts';
import { startShoppers, type Shop } from './shoppers.ts';

/**
 * `npm run test:hour [seed]`: an hour by the service's clock in five minutes, with little, much and little traffic, and
 * receivers that fail so often that every delay of the default schedule comes up. At the end the ledger must balance and
 * nothing must have leaked.
 */
const speed = 12;
const busyMs = Number(process.env['HOUR_MS'] ?? 300_000);
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
const longestSettleMs = 90_000;
const heapGrowthMb = 30;
const delaysSeconds = [15, 30, 60, 300];
const key = 'admin-token-of-the-tests';
const random = seededRandom(seed);
console.log(`seed ${seed}`);

let failureRate = 0.3;
const folder = await mkdtemp(join(tmpdir(), 'openplug-hour-'));
const cluster = await Cluster.start(join(folder, 'data'));
const startedMs = performance.now();
const startedAtMs = Date.now();
const clock = () => new Date(startedAtMs + (performance.now() - startedMs) * speed);
const receivers = await Promise.all(Array.from({ length: 8 }, async () => Receiver.start(random, () => failureRate)));
const config = readConfig({
  DATABASE_URL: cluster.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ADMIN_TOKEN: key,
  PORT: '0',
  CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
});
// A first start loads things once, which then stay.
await (await startService(config, openLog('error'), clock)).stop();
const before = await countOpen();
const service = await startService(config, openLog('error'), clock);
const admin = adminClient(service.adminUrl, key);
const shops = await Promise.all(receivers.map(openShop));
let isSound = false;
try {
  const heaps: number[] = [];
  const dayMs = () => performance.now() - startedMs;
  // From nothing to its most in the middle of the time, as over a day.
  const pauseMs = () => 100 + 1_900 * (1 - Math.sin((Math.PI * dayMs()) / busyMs) ** 2) * random();
  const shoppers = startShoppers(8, shops, () => service.adminUrl, key, pauseMs);
  while (dayMs() < busyMs) {
    await passTime(busyMs / 20);
    global.gc?.();
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
  }
  await shoppers.finish();
  failureRate = 0;
  const settlingMs = performance.now();
  const isPending = async () => (await readLedger(cluster.url)).paid.some(({ delivery }) => delivery === 'PENDING');
  while ((await isPending()) && performance.now() - settlingMs < longestSettleMs) await passTime(500);

  const entries = await readLedger(cluster.url);
  const received = receivers.flatMap((receiver) => receiver.received);
  const ledger = balanceLedger({ toldPaid: shoppers.toldPaid, ...entries, received });
  const seen = await countDelays();
  await service.stop();
  await Promise.all(receivers.map(async (receiver) => receiver.setMood('closed')));
  // The sockets of this process's own clients end when they have been idle for some seconds.
  await passTime(6_000);
  const after = await countOpen();

  printLedger('ledger', ledger.counts);
  printLedger(
    'delays between attempts',
    Object.fromEntries(delaysSeconds.map((delay) => [`${delay} s`, seen.get(delay) ?? 0])),
  );
  printLedger('open before the service started', before);
  printLedger('open after it has stopped', after);
  // The receivers' listening sockets were open before, and are closed after.
  const leaks = Object.keys(after).filter((what) => after[what]! > before[what]!);
  const growthMb = heaps.at(-1)! - heaps[Math.floor(heaps.length / 4)]!;
  console.log(`\nheap, MiB: ${heaps.map((heap) => heap.toFixed(0)).join(' ')}`);
  console.log(Object.keys(ledger.broken).length === 0 ? 'The ledger balances.' : ledger.broken);
  console.log(leaks.length === 0 ? 'Nothing leaked.' : `Leaked: ${leaks.join(', ')}`);
  isSound =
    Object.keys(ledger.broken).length === 0 &&
    ledger.counts['+ scheduled'] === 0 &&
    delaysSeconds.every((delay) => seen.has(delay)) &&
    leaks.length === 0 &&
    growthMb < heapGrowthMb;
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isSound ? 0 : 1);

async function openShop(receiver: Receiver): Promise<Shop> {
  const { pluginId, userId, secret } = await makeDeveloper(admin, receiver.url);
  receiver.secret = secret;
  return { goodsId: (await makeGoods(admin, pluginId)).id, userId, receiver };
}

/** Counts what this process holds: Node's resources, listeners for its events, file descriptors; and the database's connections. */
async function countOpen(): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()`,
  );
  await client.end();
  const resources = process.getActiveResourcesInfo();
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  return {
    'TCP sockets': resources.filter((name) => name === 'TCPSocketWrap').length,
    'TCP servers': resources.filter((name) => name === 'TCPServerWrap').length,
    timers: resources.filter((name) => name === 'Timeout').length,
    'listeners of process': listeners,
    'file descriptors': descriptors.length,
    'database connections': rows[0]!.count,
  };
}

/** How many attempts were scheduled so many seconds after the one before was over. */
async function countDelays(): Promise<Map<number, number>> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<{ delay: number; count: number }>(
    `SELECT round(extract(epoch FROM next.scheduled_at - attempt.finished_at))::int AS delay, count(*)::int AS count
     FROM delivery_attempt attempt JOIN delivery_attempt next
       ON next.order_id = attempt.order_id AND next.number = attempt.number + 1
     GROUP BY 1`,
  );
  await client.end();
  return new Map(rows.map(({ delay, count }) => [delay, count]));
}
