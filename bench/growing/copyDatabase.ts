import pg from 'pg';
import { databaseOn, run } from '../../test/support/databaseServer.ts';

/** Does the work on a copy of a database that nobody is connected to, on a connection to it, and drops the copy. */
export async function onCopy<Result>(
  serverUrl: string,
  source: string,
  copy: string,
  work: (client: pg.Client, url: string) => Promise<Result>,
): Promise<Result> {
  const url = databaseOn(serverUrl, copy);
  // As files: the other way writes all of it to the WAL.
  await run(serverUrl, `CREATE DATABASE ${copy} TEMPLATE ${source} STRATEGY file_copy`);
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client, url);
  } finally {
    await client.end();
    await run(serverUrl, `DROP DATABASE ${copy} WITH (FORCE)`);
  }
}
