import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { finishAttempts, nothingReceived, type AttemptResult } from '../../src/store/deliveries/finishAttempt.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { startDueAttempts } from '../../src/store/deliveries/startDueAttempts.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { partitionAttempts } from '../../test/support/partitionAttempts.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { median } from '../percentile.ts';
import { onCopy } from './copyDatabase.ts';
import { heading, line, ratio, spread } from './report.ts';

const blocks = 5;
const claimsOfBlock = 20;
/** As many as the sweeper closes in one statement, and half of what it claims. */
const attemptsOfClaim = 100;
const plugins = 20;
const insertedRows = 50_000;
const acknowledged: AttemptResult = { ...nothingReceived('ACKNOWLEDGED', ''), httpStatus: 200, error: null };

/** What the service's own statements take on the table as it is and on months of it, by turns. */
export async function printHotStatements(serverUrl: string, source: string): Promise<void> {
  heading('The statements of the service on monthly partitions, against the plain table');
  await onCopy(serverUrl, source, 'plain', async (plainClient, plainUrl) => {
    const plain = await prepare(plainClient, plainUrl, false);
    await onCopy(serverUrl, source, 'partitioned', async (client, url) => {
      const parts = await prepare(client, url, true);
      line(
        `inserting ${insertedRows.toLocaleString('en')} rows in one statement`,
        ratio([parts.insertMs], [plain.insertMs]),
      );
      const times = { plain: emptyTimes(), parts: emptyTimes() };
      for (let block = 0; block < blocks; block += 1) {
        await measureBlock(plain.store, times.plain);
        await measureBlock(parts.store, times.parts);
      }
      for (const [name, what] of [
        ['start', `claim and start ${attemptsOfClaim}`],
        ['finish', `finish ${attemptsOfClaim}`],
      ] as const) {
        line(`${what}: plain`, spread(times.plain[name], 'ms'));
        line(`${what}: partitioned`, spread(times.parts[name], 'ms'));
        line(`${what}: ratio`, ratio(times.parts[name], times.plain[name]));
      }
      await closeStore(parts.store);
    });
    await closeStore(plain.store);
  });
}

interface Prepared {
  store: Store;
  insertMs: number;
}

/** Both get the same rows in the months to come, so that no partition is empty; and what is due now. */
async function prepare(client: pg.Client, url: string, isPartitioned: boolean): Promise<Prepared> {
  if (isPartitioned) await partitionAttempts(client);
  await client.query('CHECKPOINT');
  const startedAt = performance.now();
  await client.query(
    `INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, outcome, scheduled_at, started_at, url, request_body, worker)
     SELECT order_id, plugin_id, number + 100, trigger, outcome, started, started, url, request_body, worker
     FROM (SELECT *, date_trunc('month', now() + interval '7 days') + interval '1 month' + id % 56 * interval '1 day' AS started
           FROM delivery_attempt LIMIT $1) AS old`,
    [insertedRows],
  );
  const insertMs = performance.now() - startedAt;
  // What the bulk rows have due is not what is measured.
  await client.query('UPDATE plugin SET deliveries_paused = true');
  const store = openStore(url, new Keyring([randomBytes(32)]));
  await makeBulkOrders(store, client, {
    callbackUrls: Array.from({ length: plugins }, () => 'https://example.com/'),
    ordersPerPlugin: (attemptsOfClaim * claimsOfBlock * blocks) / plugins,
    status: 'PAID',
  });
  await client.query('VACUUM ANALYZE delivery, delivery_attempt');
  return { store, insertMs };
}

interface Times {
  start: number[];
  finish: number[];
}

const emptyTimes = (): Times => ({ start: [], finish: [] });

/** Adds the medians of a block. */
async function measureBlock(store: Store, times: Times): Promise<void> {
  const block = emptyTimes();
  for (let claim = 0; claim < claimsOfBlock; claim += 1) {
    const now = new Date();
    const claimedAt = performance.now();
    const started = await startDueAttempts(store, {
      now,
      clock: () => now,
      worker: 'bench:1',
      leaseMs: 40_000,
      limit: attemptsOfClaim,
      limitPerPlugin: attemptsOfClaim,
      inFlight: new Map(),
      write: () => ({ body: 'x'.repeat(400), previousSigns: [] }),
    });
    const startedAt = performance.now();
    const finished = started.map((attempt) => ({ attempt, result: acknowledged, finishedAt: now }));
    const closed = await finishAttempts(store, finished, [15]);
    if (closed.size !== attemptsOfClaim) throw new Error(`${closed.size} of ${attemptsOfClaim} were closed.`);
    block.start.push(startedAt - claimedAt);
    block.finish.push(performance.now() - startedAt);
  }
  times.start.push(median(block.start));
  times.finish.push(median(block.finish));
}
