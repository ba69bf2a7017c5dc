import { withConnection } from '../database/withConnection.ts';
import type { DataPaths } from './dataPaths.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

/** The only role; it owns everything. */
export const ROLE = 'openplug';
const DATABASE = 'openplug';
const INVALID_PASSWORD = '28P01';
const NO_SUCH_DATABASE = '3D000';

/** The server has no TLS. Without the parameter, PGSSLMODE in the environment could require it. */
export function serverUrl(port: number, password: string, database = DATABASE): string {
  return `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Proves that the service can work with the server, and makes the database at the first start. */
export async function ensureDatabase(port: number, password: string, paths: DataPaths): Promise<void> {
  try {
    await withConnection(serverUrl(port, password), async () => {});
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === INVALID_PASSWORD) {
      const message = `the password in ${paths.password} is not that of the cluster; put the right file back`;
      throw new EmbeddedPostgresError('PASSWORD', message, { cause });
    }
    if (code !== NO_SUCH_DATABASE) throw cause;
    await withConnection(serverUrl(port, password, 'postgres'), async (client) =>
      client.query(`CREATE DATABASE ${DATABASE}`),
    );
  }
}
