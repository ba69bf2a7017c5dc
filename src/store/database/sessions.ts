import type pg from 'pg';
import { withConnection } from './withConnection.ts';

/** Whether the connection goes to the server itself. A pooler makes up the process id that it gives its clients. */
export function isDirect(client: pg.Client, serverPid: number): boolean {
  return (client as pg.Client & { processID: number }).processID === serverPid;
}

/** Other clients of the pooler can hide that sessions change, but not for so many transactions. */
const looks = 5;

/**
 * Whether a connection has one session of the server for as long as it lasts, as locks and settings of a session need it.
 * A pooler in transaction mode gives each transaction the session that is free; one in session mode does not.
 */
export async function keepsSession(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    const pid = await readPid(client);
    if (isDirect(client, pid)) return true;
    return withConnection(databaseUrl, async (other) => {
      // Takes the session that is free, and has it until the end.
      await other.query('BEGIN');
      if ((await readPid(other)) === pid) return false;
      for (let look = 0; look < looks; look += 1) if ((await readPid(client)) !== pid) return false;
      return true;
    });
  });
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}
