import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { databaseOn, run } from '../test/support/databaseServer.ts';
import { bundleService, startServiceProcess, type ServiceBundle } from '../test/support/serviceProcess.ts';
import { makeBulkOrders } from '../test/sweeper/processes/bulkOrders.ts';
import { startCountingReceiver } from '../test/sweeper/processes/countingReceiver.ts';
import { openProcessSetup } from '../test/sweeper/processes/processSetup.ts';
import { median } from './percentile.ts';

/**
 * `npm run bench:throughput`: callbacks that one process sends and records in a second, against a fast receiver in
 * another process; and beside it what a bare undici loop posts to the same receiver, which records nothing. The two take
 * turns.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const plugins = 100;
const callbacks = 5000;
/** As many as the service may have in flight: 10 for each plugin. */
const concurrency = plugins * 10;

const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
const server = await startEmbeddedPostgres(folder);
const bundle = await bundleService();
const bareLoop = await bundleService('bench/barePosts.ts');
try {
  await applyMigrations(server.url, 'prisma/migrations');
  const service: number[] = [];
  const bare: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    service.push(await callbacksPerSecond(`throughput_${round}`, bundle));
    bare.push(await barePostsPerSecond(bareLoop));
    console.log(
      `round ${round}: ${service.at(-1)!.toFixed(0)} recorded callbacks/s, ${bare.at(-1)!.toFixed(0)} bare posts/s`,
    );
  }
  console.log(
    `ratio bare / recorded: ${(median(bare) / median(service)).toFixed(2)} (${range(service)} against ${range(bare)} a second)`,
  );
} finally {
  await bundle.remove();
  await bareLoop.remove();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function callbacksPerSecond(name: string, program: ServiceBundle): Promise<number> {
  await run(databaseOn(server.url, 'postgres'), `CREATE DATABASE ${name} TEMPLATE openplug`);
  const setup = await openProcessSetup(databaseOn(server.url, name));
  const receiver = await startCountingReceiver(() => 'success');
  try {
    const callbackUrls = Array.from({ length: plugins }, () => receiver.url);
    const ordersPerPlugin = callbacks / plugins;
    await makeBulkOrders(setup.store, setup.client, { callbackUrls, ordersPerPlugin, status: 'PAID' });
    const sweeper = startServiceProcess(program, setup.environment);
    try {
      await sweeper.ready;
      await untilDelivered(async () => {
        const { rows } = await setup.client.query<{ open: number }>(
          `SELECT count(*)::int AS open FROM delivery WHERE status <> 'DELIVERED'`,
        );
        return rows[0]!.open === 0;
      });
      return callbacks / ((performance.now() - receiver.arrivals[0]!.atMs) / 1000);
    } finally {
      await sweeper.end();
    }
  } finally {
    await receiver.close();
    await setup.close();
    await run(databaseOn(server.url, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function barePostsPerSecond(program: ServiceBundle): Promise<number> {
  const receiver = await startCountingReceiver(() => 'success');
  const child = fork(program.path, [receiver.url, String(callbacks), String(concurrency)]);
  try {
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`The bare loop ended with ${code}.`);
    const { arrivals } = receiver;
    return arrivals.length / ((arrivals.at(-1)!.atMs - arrivals[0]!.atMs) / 1000);
  } finally {
    await receiver.close();
  }
}

async function untilDelivered(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('Not delivered within 120 s.');
    await passTime(50);
  }
}

function range(values: number[]): string {
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}
