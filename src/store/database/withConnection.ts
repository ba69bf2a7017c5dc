import pg from 'pg';
import { untilServerHasRoom } from './connectPatiently.ts';
import { connectTimeoutMs } from './connectionPool.ts';
import { connectionConfig } from './connectionConfig.ts';

/**
 * Works on a new connection, which is closed after the work. Waits while the server has no connection left. Rejects
 * with node-postgres's error when there is none in time.
 */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await untilServerHasRoom(async () => connect(databaseUrl));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(databaseUrl), connectionTimeoutMillis: connectTimeoutMs });
  // Without a listener the loss of the connection would end the process; the queries on it report it.
  client.on('error', () => {});
  await client.connect();
  return client;
}
