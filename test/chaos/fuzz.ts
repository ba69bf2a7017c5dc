import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { progressBar } from '../../bench/progressBar.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, makeGoods, makeOrder } from '../support/builders.ts';
import { bundleService, startServiceProcess } from '../support/serviceProcess.ts';
import { signatureOf } from '../support/signedRequest.ts';
import { seededRandom } from '../sweeper/processes/seededRandom.ts';
import { Cluster } from './cluster.ts';
import { fuzzRequest, type Caller, type FuzzRequest } from './fuzzRequests.ts';
import { printLedger } from './printLedger.ts';

/**
 * `npm run test:fuzz [requests] [seed]`: valid, nearly valid and hostile requests to a process of the service. No answer may
 * be 5xx, nothing may go unhandled, and memory stays flat. The last tenth meets the default rate limits.
 */
const total = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const sampleEvery = Math.ceil(total / 20);
const samplesToWarmUp = 4;
const limited = total / 10;
const longestMs = 540_000;
const lanes = 32;
const mostGrowth = 1.2;
const answerTimeoutMs = 15_000;
const incompleteMs = 400;
const key = 'admin-token-of-the-tests';
const random = seededRandom(seed);
console.log(`seed ${seed}, ${total} requests`);

const folder = await mkdtemp(join(tmpdir(), 'openplug-fuzz-'));
const cluster = await Cluster.start(join(folder, 'data'));
const bundle = await bundleService();
const environment = {
  DATABASE_URL: cluster.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ADMIN_TOKEN: key,
};
const unlimited = { RATE_LIMIT_PER_PLUGIN: '0', RATE_LIMIT_PER_ADDRESS: '0', RATE_LIMIT_FAILURES: '0' };
const counts: Record<string, number> = {};
const faults: string[] = [];
const startedMs = performance.now();
const advance = progressBar();
let done = 0;
let isSound = false;
try {
  const resident = await fuzzProcess(total - limited, unlimited);
  await fuzzProcess(limited, { RATE_LIMIT_PER_PLUGIN: '5', RATE_LIMIT_PER_ADDRESS: '50', RATE_LIMIT_FAILURES: '60' });
  printLedger('answers', Object.fromEntries(Object.entries(counts).toSorted()));
  const [warm, end] = [resident[samplesToWarmUp - 1]!, resident.at(-1)!];
  console.log(`\nresident, in MiB, after every ${sampleEvery} requests: ${resident.join(' ')}`);
  console.log(
    `${(end / warm).toFixed(2)} times at the end of what it was after ${samplesToWarmUp * sampleEvery}, of ${mostGrowth} allowed`,
  );
  for (const fault of faults.slice(0, 20)) console.log(fault);
  console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults.`);
  console.log(`${done} requests in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  isSound = faults.length === 0 && done === total && end <= warm * mostGrowth;
} finally {
  await bundle.remove();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isSound ? 0 : 1);

/** Its resident size in MiB, again and again. */
async function fuzzProcess(requests: number, limits: Record<string, string>): Promise<number[]> {
  const isLimited = limits !== unlimited;
  const service = startServiceProcess(bundle, { ...environment, ...limits });
  const url = new URL(String((await service.ready)['url']));
  const caller = await makeCaller(url.origin);
  let left = requests;
  const resident: number[] = [];
  async function lane(): Promise<void> {
    while (left > 0 && performance.now() - startedMs < longestMs) {
      left -= 1;
      const request = fuzzRequest(random, caller);
      check(request, await exchange(Number(url.port), request), caller, isLimited);
      done += 1;
      if (done % sampleEvery === 0) resident.push(await residentMib(service.pid));
      if (done % 1_000 === 0) advance('requests', done, total);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  await service.end('SIGTERM');
  if ((await service.ended) !== 0) faults.push(`the process ended with ${String(await service.ended)}`);
  faults.push(...service.logged.filter(({ level }) => level >= 50).map((line) => JSON.stringify(line).slice(0, 600)));
  return resident;
}

async function makeCaller(url: string): Promise<Caller> {
  const admin = adminClient(url, key);
  const developer = await makeDeveloper(admin);
  const goods = await makeGoods(admin, developer.pluginId);
  const order = await makeOrder(admin, developer, { goodsId: goods.id });
  return { ...developer, orderId: order.id, key };
}

/** Returns what came back until the connection ended, which it does by itself or after the first answer. */
async function exchange(port: number, { bytes, isValid, closesEarly }: FuzzRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    // The service waits for what is incomplete.
    socket.setTimeout(isValid ? answerTimeoutMs : incompleteMs, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
    socket.on('connect', () => {
      if (closesEarly) socket.write(bytes, () => socket.resetAndDestroy());
      else socket.write(bytes);
    });
  });
}

function check({ endpoint, isValid, bytes }: FuzzRequest, answer: string, caller: Caller, isLimited: boolean): void {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  const name = `${endpoint} ${status || 'no answer'}`;
  counts[name] = (counts[name] ?? 0) + 1;
  if (status >= 500) faults.push(`${status} to ${bytes.toString('latin1').slice(0, 300)}`);
  if (!isValid || (isLimited && status === 429)) return;
  const expected = endpoint === '/nowhere' ? 404 : 200;
  if (status !== expected) faults.push(`${status} to a valid request to ${endpoint}: ${answer.slice(0, 300)}`);
  else if (['/baseinfo', '/payments/record'].includes(endpoint) && !isSigned(answer, caller.secret))
    faults.push(`a wrong signature from ${endpoint}: ${answer.slice(-300)}`);
}

function isSigned(answer: string, secret: string): boolean {
  const { resource, sign } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as {
    resource: Record<string, string | number>;
    sign: string;
  };
  return signatureOf(secret, resource) === sign;
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}
