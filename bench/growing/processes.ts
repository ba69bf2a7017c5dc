import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { databaseOn, run } from '../../test/support/databaseServer.ts';
import { startServiceProcess, type ServiceBundle } from '../../test/support/serviceProcess.ts';
import { callbacksPerSecond } from '../callbacksPerSecond.ts';
import { signedQuery } from '../signedQuery.ts';
import { heading, line, ratio, spread } from './report.ts';

const rounds = 3;
const askingMs = 4000;
const requestsAtOnce = 32;
const mostSweepers = 3;

/** What more processes of the service on one database bring, the load and the database being on the same two cores. */
export async function printProcesses(serverUrl: string, program: ServiceBundle): Promise<void> {
  heading(`Processes of RUN=api, signed GET /baseinfo, ${requestsAtOnce} at once`);
  await printRequests(serverUrl, program);
  heading('Processes of RUN=sweeper');
  const perSecond = Array.from({ length: mostSweepers }, () => [] as number[]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, ofCount] of perSecond.entries()) {
      const given = { serverUrl, program, processes: index + 1, plugins: 100, callbacks: 2000 };
      ofCount.push(await callbacksPerSecond(given));
    }
  }
  for (const [index, ofCount] of perSecond.entries()) {
    line(`${index + 1}`, `${spread(ofCount, 'callbacks/s', 0)}; ratio ${ratio(ofCount, perSecond[0]!)}`);
  }
}

async function printRequests(serverUrl: string, program: ServiceBundle): Promise<void> {
  await run(serverUrl, 'CREATE DATABASE requests TEMPLATE openplug');
  const key = randomBytes(32);
  const databaseUrl = databaseOn(serverUrl, 'requests');
  const path = `/baseinfo?${await signedQuery(databaseUrl, key)}`;
  const services = [1, 2].map(() =>
    startServiceProcess(program, {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: key.toString('base64'),
      ADMIN_TOKEN: 'admin-token-of-the-bench',
      RUN: 'api',
      RATE_LIMIT_PER_PLUGIN: '0',
      RATE_LIMIT_PER_ADDRESS: '0',
    }),
  );
  try {
    const lines = await Promise.all(services.map(async ({ ready }) => ready));
    const urls = lines.map(({ url }) => String(url));
    // The first requests of a process are slow.
    await requestsPerSecond(urls, path);
    const [one, two] = [[] as number[], [] as number[]];
    const cpuBefore = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) {
      one.push(await requestsPerSecond(urls.slice(0, 1), path));
      two.push(await requestsPerSecond(urls, path));
    }
    const { user, system } = process.cpuUsage(cpuBefore);
    line('1', spread(one, 'requests/s', 0));
    line('2', `${spread(two, 'requests/s', 0)}; ratio ${ratio(two, one)}`);
    const ofCore = (user + system) / 1000 / (2 * rounds * askingMs);
    line('of a core that the load generator took', `${(ofCore * 100).toFixed(0)} %`);
  } finally {
    await Promise.all(services.map(async (service) => service.end()));
    await run(serverUrl, 'DROP DATABASE requests WITH (FORCE)');
  }
}

async function requestsPerSecond(urls: string[], path: string): Promise<number> {
  const pools = urls.map((url) => new Pool(url, { connections: requestsAtOnce / urls.length }));
  const endsAtMs = performance.now() + askingMs;
  let answered = 0;
  const ask = async (pool: Pool) => {
    while (performance.now() < endsAtMs) {
      const { statusCode, body } = await pool.request({ method: 'GET', path });
      await body.dump();
      if (statusCode !== 200) throw new Error(`Answered with ${statusCode}.`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, async (_, index) => ask(pools[index % pools.length]!)));
  await Promise.all(pools.map(async (pool) => pool.close()));
  return answered / (askingMs / 1000);
}
