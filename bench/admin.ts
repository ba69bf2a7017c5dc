import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../src/config/config.ts';
import { openLog } from '../src/log/openLog.ts';
import { startService } from '../src/service/startService.ts';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';
import { adminClient } from '../test/support/adminClient.ts';
import { makeBulkLists, pluginIdOf } from '../test/support/bulkLists.ts';
import { deepPages, filteredLists, widestQueries, type Measured } from './adminQueries.ts';
import { median, percentile } from './percentile.ts';
import { progressBar } from './progressBar.ts';

/**
 * `npm run bench:admin`: what staff wait for on 1,000,000 orders, from the request to the parsed answer, in milliseconds.
 * `npm run bench:admin -- 0.05` does it on a twentieth of that. BENCH_RUNS is how often each query is sent.
 */
const scale = Number(process.argv[2] ?? 1);
const runs = Number(process.env['BENCH_RUNS'] ?? 50);
/** A list that takes a page deep down longer than its first one, by more than noise, does not start from an index. */
const largestRatio = 1.2;
/** A query that is this slow is sent less often, so that the whole takes minutes. */
const patienceMs = 6_000;

const sized = (full: number) => Math.max(100, Math.round((full * scale) / 100) * 100);
const size = {
  plugins: 100,
  users: sized(100_000),
  goods: sized(20_000),
  orders: sized(1_000_000),
  deliveries: sized(300_000),
  attempts: sized(1_000_000),
};

const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
// Filling is not what is measured; reading does not depend on these.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', maintenance_work_mem: '256MB' };
const server = await startEmbeddedPostgres(folder, { settings });
try {
  await applyMigrations(server.url, 'prisma/migrations');
  const client = new pg.Client(server.url);
  await client.connect();
  await makeBulkLists(client, size, progressBar());
  await measureAll(client);
  await client.end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(client: pg.Client): Promise<void> {
  const config = readConfig({
    DATABASE_URL: server.url,
    ADMIN_TOKEN: 'admin-token-of-the-bench',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    RUN: 'api',
  });
  const service = await startService(config, openLog('error'));
  try {
    const admin = adminClient(service.url, service.adminToken);
    const known = {
      pluginId: pluginIdOf(7),
      idOf: (text: string) => createHash('md5').update(text).digest('hex'),
      size,
    };
    console.log(`${'query'.padEnd(62)} ${'p50'.padStart(9)} ${'p99'.padStart(9)}`);
    for (const { list, first, deep } of await deepPages(admin, client)) {
      const [ofFirst, ofDeep] = await measureInTurns(first, deep);
      report(`${list}: first page`, ofFirst);
      report(`${list}: ${deep.name}`, ofDeep);
      const ratio = median(ofDeep) / median(ofFirst);
      console.log(`${`${list}: deep / first`.padEnd(62)} ${ratio.toFixed(2).padStart(9)}`);
      if (ratio > largestRatio) process.exitCode = 1;
    }
    for (const query of [...filteredLists(admin, known), ...widestQueries(admin)]) {
      report(query.name, await measure(query));
    }
  } finally {
    await service.stop();
  }
}

/** Both by turns, so that whatever else the machine does meets both. */
async function measureInTurns(a: Measured, b: Measured): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (const { send } of [a, b]) for (let warm = 0; warm < 10; warm += 1) await send();
  for (let run = 0; run < runs * 2; run += 1) {
    times[0].push(await timeOf(a));
    times[1].push(await timeOf(b));
  }
  return times;
}

async function measure(query: Measured): Promise<number[] | Error> {
  const times: number[] = [];
  const until = performance.now() + patienceMs;
  try {
    await query.send();
    while (times.length < runs && (times.length < 3 || performance.now() < until)) times.push(await timeOf(query));
    return times;
  } catch (error) {
    return error as Error;
  }
}

async function timeOf({ send }: Measured): Promise<number> {
  const start = performance.now();
  await send();
  return performance.now() - start;
}

function report(name: string, times: number[] | Error): void {
  if (times instanceof Error) {
    console.log(`${name.padEnd(62)} failed: ${times.message}`);
    process.exitCode = 1;
    return;
  }
  const [p50, p99] = [median(times), percentile(times, 99)].map((ms) => ms.toFixed(1).padStart(9));
  const few = times.length < runs ? `  (${times.length} runs)` : '';
  console.log(`${name.padEnd(62)} ${p50} ${p99}${few}`);
}
