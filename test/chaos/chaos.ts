import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods } from '../support/builders.ts';
import { bundleService } from '../support/serviceProcess.ts';
import { seededRandom } from '../sweeper/processes/seededRandom.ts';
import { Cluster, endings } from './cluster.ts';
import { injectFaults } from './injectFaults.ts';
import { balanceLedger } from './ledger.ts';
import { printLedger } from './printLedger.ts';
import { readLedger } from './readLedger.ts';
import { moods, Receiver } from './receivers.ts';
import { startShoppers, type Shop } from './shoppers.ts';
import { Worker } from './workers.ts';

/**
 * `npm run test:chaos [seconds] [seed]`: processes are killed, PostgreSQL ends in three ways, receivers go away and clocks
 * jump while orders are paid. When it is over, the ledger must balance.
 */
const seconds = Math.min(Number(process.argv[2] ?? process.env['CHAOS_SECONDS'] ?? 240), 480);
const seed = Number(process.argv[3] ?? process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const settleMs = 100_000;
const key = 'admin-token-of-the-tests';
const random = seededRandom(seed);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
console.log(`seed ${seed}, ${seconds} s of faults`);

let failureRate = 0.2;
const folder = await mkdtemp(join(tmpdir(), 'openplug-chaos-'));
const cluster = await Cluster.start(join(folder, 'data'));
const bundle = await bundleService();
const environment = {
  DATABASE_URL: cluster.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ADMIN_TOKEN: key,
  CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
  CALLBACK_DELAYS_S: '1,2,4,8',
  CALLBACK_TIMEOUT_S: '4',
  CALLBACK_LEASE_MARGIN_S: '4',
};
const worker = (name: string, doors: string) => new Worker(name, folder, bundle, { ...environment, RUN: doors });
const apis = ['api-1', 'api-2'].map((name) => worker(name, 'api'));
const sweepers = ['sweeper-1', 'sweeper-2', 'sweeper-3'].map((name) => worker(name, 'sweeper'));
const workers = [...apis, ...sweepers];
const receivers = await Promise.all(Array.from({ length: 6 }, async () => Receiver.start(random, () => failureRate)));
let balances = false;
try {
  await Promise.all(workers.map(async (one) => one.start()));
  const shops = await Promise.all(receivers.map(openShop));
  const chooseUrl = () => pick(apis.map(({ url }) => url).filter((url) => url !== undefined)) ?? 'http://127.0.0.1:9';
  const shoppers = startShoppers(6, shops, chooseUrl, key, () => 50 + random() * 300);

  const injected = await injectFaults(
    {
      'an API killed': async () => killAndStart(pick(apis)),
      'a sweeper killed': async () => killAndStart(pick(sweepers)),
      'PostgreSQL ended': async (count) => {
        const ending = pick(Object.keys(endings) as (keyof typeof endings)[]);
        count(`PostgreSQL ended: ${ending}`);
        await cluster.restart(ending, 500 + random() * 3_000);
        await passTime(10_000 + random() * 10_000);
      },
      'a receiver in trouble': async (count) => {
        const [receiver, mood] = [pick(receivers), pick(moods.slice(1))];
        count(`a receiver ${mood}`);
        await receiver.setMood(mood);
        await passTime(1_000 + random() * 8_000);
        await receiver.setMood('well');
      },
      'a clock jumped': async (count) => {
        const offsetMs = pick([-300_000, 300_000]);
        count(`a clock jumped by ${offsetMs / 1000} s`);
        const one = pick(workers);
        await one.setClock(offsetMs);
        await passTime(3_000 + random() * 12_000);
        await one.setClock(0);
      },
    },
    { random, forMs: seconds * 1000, longestPauseMs: 4_000 },
  );

  failureRate = 0;
  await shoppers.finish();
  const settledAfterMs = await settle();
  const received = receivers.flatMap((receiver) => receiver.received);
  const ledger = balanceLedger({ toldPaid: shoppers.toldPaid, ...(await readLedger(cluster.url)), received });
  const faults = workers.flatMap((one) => one.faults);
  printLedger(`faults injected (seed ${seed})`, injected);
  printLedger('ledger', { ...ledger.counts, 'calls made again': shoppers.ambiguous() });
  console.log(`settled after ${(settledAfterMs / 1000).toFixed(0)} s; faults that nothing handled: ${faults.length}`);
  for (const fault of faults) console.log(fault);
  console.log(Object.keys(ledger.broken).length === 0 ? 'The ledger balances.' : ledger.broken);
  balances = Object.keys(ledger.broken).length === 0 && faults.length === 0;
} finally {
  await Promise.all(workers.map(async (one) => one.stop()));
  await Promise.all(receivers.map(async (receiver) => receiver.close()));
  await bundle.remove();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(balances ? 0 : 1);

async function openShop(receiver: Receiver): Promise<Shop> {
  const admin = adminClient(apis[0]!.url!, key);
  const { pluginId, userId, secret } = await makeDeveloper(admin, receiver.url);
  receiver.secret = secret;
  return { goodsId: (await makeGoods(admin, pluginId)).id, userId, receiver };
}

async function killAndStart(victim: Worker): Promise<void> {
  await victim.kill();
  await passTime(random() * 2_000);
  await victim.start();
}

/** Until nothing is in flight or due soon; how long that took. */
async function settle(): Promise<number> {
  const startedAtMs = performance.now();
  const elapsedMs = () => performance.now() - startedAtMs;
  const isOver = async () => (await readLedger(cluster.url)).paid.every(({ isOutstanding }) => !isOutstanding);
  while (elapsedMs() < settleMs && !(await isOver())) await passTime(500);
  return elapsedMs();
}
