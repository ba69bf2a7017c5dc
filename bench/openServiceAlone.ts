import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../src/config/config.ts';
import { openLog } from '../src/log/openLog.ts';
import { startService, type Service } from '../src/service/startService.ts';
import { startEmbeddedPostgres } from '../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../src/store/migrations/applyMigrations.ts';

export interface ServiceAlone extends Service {
  /** A connection to its database, to fill it. */
  client: pg.Client;
}

/** Starts the service with a database of its own in a temporary folder, which `stop` removes. */
export async function openServiceAlone(environment: Record<string, string>, clock?: () => Date): Promise<ServiceAlone> {
  const folder = await mkdtemp(join(tmpdir(), 'openplug-console-'));
  // Nothing here has to survive a crash.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', maintenance_work_mem: '256MB' };
  const server = await startEmbeddedPostgres(folder, { settings });
  await applyMigrations(server.url, 'prisma/migrations');
  const client = new pg.Client(server.url);
  await client.connect();
  const config = readConfig({
    DATABASE_URL: server.url,
    ADMIN_TOKEN: 'admin-token-of-this-run',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    ...environment,
  });
  const service = await startService(config, openLog('error'), ...(clock ? [clock] : []));
  return {
    ...service,
    client,
    stop: async () => {
      await service.stop();
      await client.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
