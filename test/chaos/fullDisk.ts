import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badOutputs, type BadOutput } from '../support/badOutput.ts';
import { bundleService } from '../support/serviceProcess.ts';
import { startUnlogged } from '../support/unloggedProcess.ts';
import { Cluster } from './cluster.ts';

/**
 * `npm run test:full-disk [src/main.ts of another version]`: the service with each kind of standard output that takes
 * nothing. Does it start, does it answer, how long does a stop take? Four minutes at most, if nothing does.
 */
const longestStartMs = 40_000;
const longestStopMs = 20_000;
const requestCount = 2_000;
const atOnce = 20;
const answerMs = 2_000;

const bundle = await bundleService(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), 'openplug-disk-'));
const cluster = await Cluster.start(join(folder, 'data'));
const key = 'admin-token-of-the-tests';
const environment = {
  DATABASE_URL: cluster.url,
  ADMIN_TOKEN: key,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: folder,
};
let isSound = true;
try {
  const seen: Record<string, Record<string, string>> = {};
  for (const [name, open] of Object.entries(badOutputs)) seen[name] = await look(await open());
  console.table(seen);
} finally {
  await cluster.stop();
  await bundle.remove();
  await rm(folder, { recursive: true });
}
process.exit(isSound ? 0 : 1);

async function look(output: BadOutput): Promise<Record<string, string>> {
  const service = await startUnlogged(bundle.path, environment, output);
  const startMs = await service.becomesReady(longestStartMs);
  const answered = startMs === undefined ? 0 : await countAnswers(service.url);
  const dropped = startMs === undefined ? undefined : await readDropped(service.url);
  const stopped = await service.stop(longestStopMs);
  await output.close();
  isSound &&= startMs !== undefined && answered === requestCount && stopped?.code === 0;
  return {
    starts: startMs === undefined ? `not within ${longestStartMs} ms` : `${Math.round(startMs)} ms`,
    answers: `${answered} of ${requestCount}`,
    dropped: dropped ?? '?',
    stops: stopped ? `${Math.round(stopped.tookMs)} ms, code ${stopped.code}` : `not within ${longestStopMs} ms`,
  };
}

/** Ends at the first requests that get none. */
async function countAnswers(url: string): Promise<number> {
  let answered = 0;
  for (let sent = 0; sent < requestCount && answered === sent; sent += atOnce) {
    const asked = Array.from({ length: atOnce }, async () =>
      fetch(`${url}/baseinfo`, { signal: AbortSignal.timeout(answerMs) }).then(
        ({ status }) => Number(status === 422),
        () => 0,
      ),
    );
    for (const one of await Promise.all(asked)) answered += one;
  }
  return answered;
}

async function readDropped(url: string): Promise<string | undefined> {
  const request = { headers: { Authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(answerMs) };
  const text = await fetch(`${url}/metrics`, request).then(
    async (response) => response.text(),
    () => '',
  );
  return /^openplug_log_lines_dropped_total (\d+)$/m.exec(text)?.[1];
}
