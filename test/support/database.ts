import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseOn } from './databaseServer.ts';
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
  await runOnServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  watchSecret(new URL(serverUrl).password);
  return {
    url: databaseOn(serverUrl, name),
    drop: async () => {
      await runOnServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** A database that takes no connections, and has cut those it had, is as good as gone; this one can come back. */
export async function letConnect(databaseUrl: string, allowed: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await runOnServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  if (allowed) return;
  await runOnServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

/** Stays open for all files of a worker: to connect costs as much as to create a database. */
let server: Promise<pg.Client> | undefined;

async function runOnServer(sql: string): Promise<void> {
  await (await (server ??= connectToServer())).query(sql);
}

async function connectToServer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  client.on('error', () => (server = undefined));
  await client.connect();
  return client;
}
