import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { packageFiles } from '../../src/packageFiles.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../../src/store/migrations/applyMigrations.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A role that may create databases on the server of this run. */
    serverUrl: string;
    /** A migrated, empty database that nobody is connected to. */
    templateName: string;
  }
}

/**
 * One PostgreSQL for the whole run, and in it one migrated template of which every test file clones its own database.
 * The server is that of TEST_DATABASE_URL or an embedded one in a temporary folder.
 */
export default async function databaseServer({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has started it.
  if (vitest.getRootProject().getProvidedContext().serverUrl) return undefined;
  const server = process.env['TEST_DATABASE_URL']
    ? { url: process.env['TEST_DATABASE_URL'], stop: async () => {} }
    : await temporaryServer();
  const templateName = `openplug_test_${process.pid}`;
  await run(server.url, `CREATE DATABASE ${templateName}`);
  await applyMigrations(databaseOn(server.url, templateName), packageFiles.migrations);

  vitest.provide('serverUrl', server.url);
  vitest.provide('templateName', templateName);
  return async () => {
    await run(server.url, `DROP DATABASE ${templateName} WITH (FORCE)`);
    await server.stop();
  };
}

/** The URL of another database on the same server. */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One statement on a connection of its own. */
export async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function temporaryServer() {
  const folder = await mkdtemp(join(tmpdir(), 'openplug-test-'));
  // The data is thrown away: nothing needs to survive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const server = await startEmbeddedPostgres(folder, { settings });
  // Tests add parameters of their own.
  const [url = ''] = server.url.split('?');
  return {
    url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
