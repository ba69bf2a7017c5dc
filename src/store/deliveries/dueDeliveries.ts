import pg from 'pg';
import { connectTimeoutMs, isPooler, longestSilenceMs } from '../database/connectionPool.ts';
import { connectionConfig } from '../database/connectionConfig.ts';
import { rowsOf, type Statement } from '../database/preparedStatements.ts';
import type { Client, Store } from '../database/store.ts';

/** The channel of PostgreSQL on which due deliveries are announced. */
export const dueChannel = 'openplug_delivery_due';

/**
 * Announces to every sweeper, when the transaction commits, that something is due now, so that nobody waits for the
 * next tick. A channel belongs to the database, which may have an installation in each of several schemas. So the
 * announcement names the schema.
 */
export async function announceDueDelivery(tx: Client): Promise<void> {
  await tx.$queryRaw`SELECT pg_notify(${dueChannel}, current_schema()::text)::text`;
}

/**
 * Announces to every sweeper that a payment was committed, and does not wait for it. Payments that are committed while an
 * announcement is on its way share the next one. A transaction that announces keeps all others that do from committing until
 * its own commit is on the disk, so payments announce after theirs. If the process ends in between, the next tick finds the
 * delivery.
 */
export function announcePayment({ pool }: Pick<Store, 'pool'>): void {
  const before = onTheirWay.get(pool);
  if (before) {
    before.isAgainWanted = true;
    return;
  }
  const own = { isAgainWanted: false };
  onTheirWay.set(pool, own);
  rowsOf(pool, announcement, [dueChannel])
    // The database has just gone away; the tick after it is back finds the delivery.
    .catch(() => {})
    .finally(() => {
      onTheirWay.delete(pool);
      if (own.isAgainWanted) announcePayment({ pool });
    });
}

/** The announcement of a pool that is on its way, and whether another payment was committed since. */
const onTheirWay = new WeakMap<Store['pool'], { isAgainWanted: boolean }>();

const announcement: Statement = {
  name: 'announce_payment',
  text: 'SELECT pg_notify($1, current_schema()::text)::text',
};

export interface DueListener {
  /**
   * Connects again if the connection was lost. The sweeper's tick calls it. Throws while the database is away, and a
   * PoolerInBetween once; after that it does nothing.
   */
  ensureListening(): Promise<void>;
  close(): Promise<void>;
}

/** Announcements go to a server process; what is on the other end of this connection changes with each transaction. */
export class PoolerInBetween extends Error {}

/** Calls `onDue` for every announcement, and whenever it begins to listen, for those that it missed. */
export function listenForDueDeliveries(databaseUrl: string, onDue: () => void): DueListener {
  let client: pg.Client | undefined;
  let isPooled = false;
  let isClosed = false;

  async function connect(): Promise<void> {
    const connecting = new pg.Client({
      ...connectionConfig(databaseUrl),
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: longestSilenceMs,
    });
    client = connecting;
    const forget = () => {
      if (client === connecting) client = undefined;
    };
    let ownSchema: string | undefined;
    connecting.on('notification', ({ payload }) => {
      // Versions that came before name none.
      if (!payload || payload === ownSchema) onDue();
    });
    connecting.on('end', forget);
    // Without a listener the loss of the connection would end the process.
    connecting.on('error', forget);
    try {
      await connecting.connect();
      const session = await readSession(connecting);
      ownSchema = session.schema;
      isPooled = isPooler(connecting, session.pid);
      if (isPooled) throw new PoolerInBetween('Announcements do not come through a connection pooler.');
      await connecting.query(`LISTEN ${dueChannel}`);
      // Nobody heard what was announced until now.
      onDue();
    } catch (error) {
      forget();
      await connecting.end().catch(() => {});
      // Work that `close` cut off is expected to fail.
      if (!isClosed) throw error;
    }
  }

  return {
    ensureListening: async () => {
      if (!client && !isPooled) await connect();
    },
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}

async function readSession(client: pg.Client): Promise<{ pid: number; schema: string }> {
  const { rows } = await client.query<{ pid: number; schema: string }>(
    'SELECT pg_backend_pid() AS pid, current_schema() AS schema',
  );
  return rows[0]!;
}
