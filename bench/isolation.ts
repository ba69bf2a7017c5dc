import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { recordPayment } from '../src/store/orders/recordPayment.ts';
import { databaseOn, run } from '../test/support/databaseServer.ts';
import { bundleService, startServiceProcess, type ServiceBundle } from '../test/support/serviceProcess.ts';
import { makeBulkOrders } from '../test/sweeper/processes/bulkOrders.ts';
import { startCountingReceiver } from '../test/sweeper/processes/countingReceiver.ts';
import { openProcessSetup } from '../test/sweeper/processes/processSetup.ts';
import { explainClaim } from './explainClaim.ts';
import { median, percentile } from './percentile.ts';

/**
 * `npm run bench:isolation`: from payment to callback at a healthy receiver, alone and beside 100 plugins whose receivers
 * never answer and who have 100,000 deliveries due, with the product's default settings. The two take turns.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const hangingPlugins = 100;
const dueOfEach = 1000;
const inFlightOfEach = 10;
const payments = 300;
const paymentEveryMs = 100;
const mostAskedRatio = 3;
const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };

const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
const server = await startEmbeddedPostgres(folder);
const hanging = fork('bench/hangingReceiver.ts', {
  execArgv: ['--import', 'tsx'],
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const bundle = await bundleService();
try {
  await applyMigrations(server.url, 'prisma/migrations');
  const [line] = (await once(hanging.stdout!, 'data')) as [Buffer];
  const hangingUrl = `http://127.0.0.1:${line.toString().split(' ')[1]!.trim()}/callback`;

  const results = { alone: [] as Latencies[], beside: [] as Latencies[] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const situation of ['alone', 'beside'] as const) {
      const latencies = await measureOnNewDatabase(`${situation}_${round}`, situation === 'beside', hangingUrl, bundle);
      results[situation].push(latencies);
      console.log(
        `${situation.padEnd(6)} round ${round}: p50 ${latencies.p50.toFixed(1)} ms, p99 ${latencies.p99.toFixed(1)} ms, longest ${latencies.longest.toFixed(1)} ms`,
      );
    }
  }
  const p99 = (situation: keyof typeof results) => median(results[situation].map((latencies) => latencies.p99));
  const noise = (situation: keyof typeof results) => {
    const values = results[situation].map((latencies) => latencies.p99);
    return `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
  };
  console.log(
    `p99 alone ${p99('alone').toFixed(1)} ms (${noise('alone')}), beside ${p99('beside').toFixed(1)} ms (${noise('beside')})`,
  );
  console.log(
    `ratio of the p99: ${(p99('beside') / p99('alone')).toFixed(2)} (at most ${mostAskedRatio} is asked for)`,
  );
} finally {
  await bundle.remove();
  hanging.disconnect();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Latencies {
  p50: number;
  p99: number;
  longest: number;
}

async function measureOnNewDatabase(
  name: string,
  withHanging: boolean,
  hangingUrl: string,
  service: ServiceBundle,
): Promise<Latencies> {
  await run(databaseOn(server.url, 'postgres'), `CREATE DATABASE ${name} TEMPLATE openplug`);
  const setup = await openProcessSetup(databaseOn(server.url, name));
  const receiver = await startCountingReceiver(() => 'success');
  try {
    if (withHanging) {
      const callbackUrls = Array.from({ length: hangingPlugins }, () => hangingUrl);
      await makeBulkOrders(setup.store, setup.client, { callbackUrls, ordersPerPlugin: dueOfEach, status: 'PAID' });
      if (name.endsWith('_1')) console.log(await explainClaim(setup.client));
    }
    const { orderIds } = await makeBulkOrders(setup.store, setup.client, {
      callbackUrls: [receiver.url],
      ordersPerPlugin: payments,
      status: 'UNPAID',
    });
    const sweeper = startServiceProcess(service, setup.environment);
    try {
      await sweeper.ready;
      await passTime(1000);
      if (withHanging) await untilHeld(hanging, hangingPlugins * inFlightOfEach);
      const paidAtMs = await payAtASteadyRate(orderIds, async (orderId) => {
        await recordPayment(setup.store, orderId, null, schedule, new Date());
      });
      await until(() => receiver.arrivals.length >= payments, 60_000);
      return summarize(receiver.arrivals.map(({ orderId, atMs }) => atMs - paidAtMs.get(orderId)!));
    } finally {
      await sweeper.end('SIGKILL');
    }
  } finally {
    await receiver.close();
    await setup.close();
    await run(databaseOn(server.url, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** When each payment was committed. Does not wait for one payment before it makes the next. */
async function payAtASteadyRate(
  orderIds: string[],
  pay: (orderId: string) => Promise<void>,
): Promise<Map<string, number>> {
  const paidAtMs = new Map<string, number>();
  const startedAt = performance.now();
  const paying: Promise<void>[] = [];
  for (const [index, orderId] of orderIds.entries()) {
    await passTime(Math.max(0, startedAt + index * paymentEveryMs - performance.now()));
    paying.push(pay(orderId).then(() => void paidAtMs.set(orderId, performance.now())));
  }
  await Promise.all(paying);
  return paidAtMs;
}

async function untilHeld(receiver: ChildProcess, connections: number): Promise<void> {
  const held = async () => {
    receiver.send('?');
    const [count] = (await once(receiver, 'message')) as [number];
    return count;
  };
  await until(async () => (await held()) >= connections * 0.95, 60_000);
}

async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${isTrue.toString()}`);
    await passTime(10);
  }
}

function summarize(latenciesMs: number[]): Latencies {
  return { p50: percentile(latenciesMs, 50), p99: percentile(latenciesMs, 99), longest: Math.max(...latenciesMs) };
}
