import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { removeExpired } from '../../src/store/retention/removeExpired.ts';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import { partitionAttempts } from '../../test/support/partitionAttempts.ts';
import { onCopy } from './copyDatabase.ts';
import { heading, line, mebibytes } from './report.ts';

/** After all attempts of the bulk rows, and before the first month of partitions. */
const monthEnd = new Date('2022-07-01T00:00:00Z');
/** As much of the retention as is waited for. */
const retentionMs = 30_000;

/** Three ways to be rid of a month of attempts, each on a copy of the same database. */
export async function printMonthRemoval(serverUrl: string, source: string, attempts: number): Promise<void> {
  heading(`Removing a month of ${attempts.toLocaleString('en')} attempts`);
  await onCopy(serverUrl, source, 'deleted', async (client) => {
    const sql = 'DELETE FROM delivery_attempt WHERE started_at < $1';
    report('DELETE … WHERE', await costOf(client, () => client.query(sql, [monthEnd])));
    report('… and the VACUUM after it', await costOf(client, () => client.query('VACUUM delivery_attempt')));
  });
  await onCopy(serverUrl, source, 'dropped', async (client) => {
    // In a month that is long over nearly none is; each attempt that is would be kept, as a row of its own.
    await client.query(
      `UPDATE delivery SET status = 'EXHAUSTED', next_automatic_at = NULL, resend_requested_at = NULL, pending_resends = 0
       WHERE status = 'PENDING' OR resend_requested_at IS NOT NULL`,
    );
    await client.query('VACUUM ANALYZE delivery');
    const [check, validate, change, analyze] = await partitionAttempts(client);
    line(
      'partition-attempts.sql on these rows, ms for each step',
      [check, validate, change, analyze].map((ms) => ms!.toFixed(0)).join(', '),
    );
    const end = `SELECT max(until) AS end FROM attempt_months WHERE name = 'delivery_attempt_before'`;
    const { rows } = await client.query<{ end: Date }>(end);
    report(
      'drop_attempt_months, which is as long as its lock',
      await costOf(client, () => client.query('SELECT drop_attempt_months($1)', [rows[0]!.end])),
    );
  });
  await onCopy(serverUrl, source, 'retained', async (client, url) => {
    const store = openStore(url, new Keyring([randomBytes(32)]));
    let removed = 0;
    const before = await rowsOf(client);
    const cost = await costOf(client, async () => {
      const until = performance.now() + retentionMs;
      let now = -1;
      while (now !== 0 && performance.now() < until) removed += now = await removeExpired(store, monthEnd);
    });
    await closeStore(store);
    const gone = before - (await rowsOf(client));
    report(`the service's retention, of ${gone.toLocaleString('en')} attempts with their deliveries`, cost);
    line(
      '… in a second',
      `${((gone / cost.ms) * 1000).toFixed(0)} attempts, ${(cost.walBytes / gone).toFixed(0)} bytes of WAL each`,
    );
  });
}

interface Cost {
  ms: number;
  walBytes: number;
}

async function costOf(client: pg.Client, work: () => Promise<unknown>): Promise<Cost> {
  // A page's first change after a checkpoint has the whole page in the WAL: so it is for all three.
  await client.query('CHECKPOINT');
  const from = await walPosition(client);
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  return { ms, walBytes: (await walPosition(client)) - from };
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`,
  );
  return rows[0]!.bytes;
}

async function rowsOf(client: pg.Client): Promise<number> {
  return (await client.query<{ count: number }>('SELECT count(*)::int AS count FROM delivery_attempt')).rows[0]!.count;
}

function report(what: string, { ms, walBytes }: Cost): void {
  line(what, `${(ms / 1000).toFixed(2)} s, ${mebibytes(walBytes)} of WAL`);
}
