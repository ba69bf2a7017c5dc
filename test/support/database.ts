import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { databaseOn, run } from './databaseServer.ts';
import { watchSecret } from './secretWatch.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database of one's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const template = inject('templateName');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await run(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  watchSecret(new URL(serverUrl).password);
  return {
    url: databaseOn(serverUrl, name),
    drop: async () => {
      await run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** A database that takes no connections, and has cut those it had, is as good as gone; this one can come back. */
export async function letConnect(databaseUrl: string, allowed: boolean): Promise<void> {
  const server = inject('serverUrl');
  const name = new URL(databaseUrl).pathname.slice(1);
  await run(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  if (allowed) return;
  await run(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}
