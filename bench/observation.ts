import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { bundleService } from '../test/support/serviceProcess.ts';
import { median } from './percentile.ts';
import { signedQuery } from './signedQuery.ts';

/**
 * `npm run bench:observation`: what a signed request for /baseinfo costs a process, with its log lines (into a file) and
 * metrics, and without either. The two take turns. CPU time is what counts; requests a second depend on the machine's
 * other work.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const roundMs = 3000;
const connections = 32;

const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
const server = await startEmbeddedPostgres(folder);
const bundle = await bundleService('bench/observationServer.ts');
const key = randomBytes(32);
try {
  await applyMigrations(server.url, 'prisma/migrations');
  const path = `/baseinfo?${await signedQuery(server.url, key)}`;
  const child = fork(bundle.path, [server.url, key.toString('base64')], {
    stdio: ['ignore', openSync(join(folder, 'log'), 'w'), 'inherit', 'ipc'],
  });
  try {
    const [urls] = (await once(child, 'message')) as [Record<'watched' | 'unwatched', string>];
    const results = { watched: [] as Cost[], unwatched: [] as Cost[] };
    for (const url of Object.values(urls)) await measure(child, url + path);
    for (let round = 1; round <= rounds; round += 1) {
      for (const which of ['watched', 'unwatched'] as const) {
        results[which].push(await measure(child, urls[which] + path));
      }
      console.log(
        `round ${round}: ${describe(results.watched.at(-1)!)}; with nobody watching ${describe(results.unwatched.at(-1)!)}`,
      );
    }
    const ratioOf = (name: keyof Cost) => {
      const ratios = results.watched.map((cost, round) => cost[name] / results.unwatched[round]![name]);
      return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
    };
    console.log(`median ratio of CPU time ${ratioOf('cpuMs')}, of requests a second ${ratioOf('perSecond')}`);
  } finally {
    child.kill('SIGKILL');
  }
} finally {
  await bundle.remove();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Cost {
  /** The computing time of the process for one request. */
  cpuMs: number;
  perSecond: number;
}

function describe({ cpuMs, perSecond }: Cost): string {
  return `${cpuMs.toFixed(2)} ms of CPU a request, ${perSecond.toFixed(0)} a second`;
}

async function measure(child: ChildProcess, url: string): Promise<Cost> {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections });
  const startedCpuMs = await cpuMsOf(child);
  const endsAtMs = performance.now() + roundMs;
  let answered = 0;
  const ask = async () => {
    while (performance.now() < endsAtMs) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: pathname + search });
      await body.dump();
      if (statusCode !== 200) throw new Error(`Answered with ${statusCode}.`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  await pool.close();
  return { cpuMs: ((await cpuMsOf(child)) - startedCpuMs) / answered, perSecond: answered / (roundMs / 1000) };
}

async function cpuMsOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return (user + system) / 1000;
}
