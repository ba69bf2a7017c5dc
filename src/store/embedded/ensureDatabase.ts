import { Client } from 'pg';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { DATABASE, serverUrl } from './serverUrl.ts';

const INVALID_PASSWORD = '28P01';
const NO_SUCH_DATABASE = '3D000';
const CONNECT_TIMEOUT_MS = 10_000;

/** Proves that the service can work with the server, and makes the database at the first start. */
export async function ensureDatabase(port: number, password: string, paths: DataPaths): Promise<void> {
  try {
    await withClient(serverUrl(port, password), async () => {});
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === INVALID_PASSWORD) {
      throw new EmbeddedPostgresError(
        'PASSWORD',
        `the password in ${paths.password} is not that of the cluster; put the right file back, or delete it and stop ` +
          'every process of the service: the next start then sets a new one',
        { cause },
      );
    }
    if (code !== NO_SUCH_DATABASE) throw cause;
    await withClient(serverUrl(port, password, 'postgres'), (client) => client.query(`CREATE DATABASE ${DATABASE}`));
  }
}

async function withClient(url: string, action: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A server that goes away between two steps shows in the step that fails, not as an uncaught event.
  client.on('error', () => {});
  try {
    await client.connect();
    await action(client);
  } finally {
    await client.end().catch(() => {});
  }
}
