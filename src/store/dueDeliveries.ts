import pg from 'pg';
import type { Client } from './store.ts';

const channel = 'openplug_delivery_due';

/** Tells every sweeper, when the transaction commits, that something is due now: nobody waits for the next tick. */
export async function announceDueDelivery(tx: Client): Promise<void> {
  await tx.$queryRaw`SELECT pg_notify(${channel}, '')::text`;
}

export interface DueListener {
  /** Connects again if the connection was lost; the sweeper's tick calls it. Throws while the database is away. */
  ensureListening(): Promise<void>;
  close(): Promise<void>;
}

/** Calls `onDue` for every announcement. Announcements during an outage are lost, which the next tick makes up for. */
export function listenForDueDeliveries(databaseUrl: string, onDue: () => void): DueListener {
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const connecting = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    client = connecting;
    const forget = () => {
      if (client === connecting) client = undefined;
    };
    connecting.on('notification', onDue);
    connecting.on('end', forget);
    // Without a listener the loss of the connection would end the process.
    connecting.on('error', forget);
    try {
      await connecting.connect();
      await connecting.query(`LISTEN ${channel}`);
    } catch (error) {
      forget();
      await connecting.end().catch(() => {});
      throw error;
    }
  }

  return {
    ensureListening: async () => {
      if (!client) await connect();
    },
    close: async () => {
      await client?.end();
    },
  };
}
