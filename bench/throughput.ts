import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { bundleService, type ServiceBundle } from '../test/support/serviceProcess.ts';
import { startCountingReceiver } from '../test/sweeper/processes/countingReceiver.ts';
import { callbacksPerSecond } from './callbacksPerSecond.ts';
import { median } from './percentile.ts';

/**
 * `npm run bench:throughput`: callbacks that one process sends and records in a second, against a fast receiver in
 * another process: of many plugins, and of a single one with a backlog; and beside it what a bare undici loop posts to the
 * same receiver, which records nothing. They take turns.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const plugins = 100;
const callbacks = 5000;
const callbacksOfOnePlugin = 1000;
/** As many as the service may have in flight: 10 for each plugin. */
const concurrency = plugins * 10;

const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
const server = await startEmbeddedPostgres(folder);
const bundle = await bundleService();
const bareLoop = await bundleService('bench/barePosts.ts');
try {
  await applyMigrations(server.url, 'prisma/migrations');
  const service: number[] = [];
  const onePlugin: number[] = [];
  const bare: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const given = { serverUrl: server.url, program: bundle, processes: 1 };
    service.push(await callbacksPerSecond({ ...given, plugins, callbacks }));
    onePlugin.push(await callbacksPerSecond({ ...given, plugins: 1, callbacks: callbacksOfOnePlugin }));
    bare.push(await barePostsPerSecond(bareLoop));
    console.log(
      `round ${round}: ${service.at(-1)!.toFixed(0)} recorded callbacks/s of ${plugins} plugins,`,
      `${onePlugin.at(-1)!.toFixed(0)} of one; ${bare.at(-1)!.toFixed(0)} bare posts/s`,
    );
  }
  console.log(
    `ratio bare / recorded: ${(median(bare) / median(service)).toFixed(2)} (${range(service)} against ${range(bare)} a second)`,
  );
  console.log(`one plugin, ten at a time: ${range(onePlugin)} a second`);
} finally {
  await bundle.remove();
  await bareLoop.remove();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
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

function range(values: number[]): string {
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}
