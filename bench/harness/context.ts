import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../../src/store/migrations/applyMigrations.ts';
import { databaseOn, run } from '../../test/support/databaseServer.ts';
import type { Line } from './line.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import { Programs } from './program.ts';

/** How much is measured. */
export interface Extent {
  rounds: number;
  /** The time of one contender in one round, where a row measures for a time. */
  seconds: number;
  /** How long the load lasts after which memory is measured. */
  loadSeconds: number;
  /** How many finished deliveries, and as many future ones, others are beside. */
  rowsBeside: number;
}

/** The means that every row works with. */
export interface Context extends Extent {
  programs: Programs;
  /** A migrated database of its own on the one server; dropped with everything else. */
  newDatabase(): Promise<string>;
  /** A database with the migrations of another version. */
  newEmptyDatabase(migrations: string): Promise<string>;
  /** The product, with its default settings but for those given. */
  startService(environment: Record<string, string>): Promise<LoggedService>;
  /** A folder that goes away with the context. */
  folder: string;
  report(text: string): void;
}

/** A group of lines that are measured together. */
export interface Row {
  name: string;
  /** Says which two are compared. */
  about: string;
  measure(context: Context): Promise<Line[]>;
}

export async function openContext(extent: Extent): Promise<Context & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'openplug-bench-'));
  const server = await startEmbeddedPostgres(join(folder, 'postgres'));
  const programs = new Programs();
  await applyMigrations(server.url, 'prisma/migrations');
  return {
    ...extent,
    programs,
    folder,
    newDatabase: async () => createDatabase(server.url, 'TEMPLATE openplug'),
    newEmptyDatabase: async (migrations) => {
      const url = await createDatabase(server.url);
      await applyMigrations(url, migrations);
      return url;
    },
    startService: async (environment) =>
      startLoggedService(await programs.bundle('src/main.ts'), environment, join(folder, `${randomUUID()}.log`)),
    report: (text) => console.error(text),
    close: async () => {
      await programs.remove();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(serverUrl: string, options = ''): Promise<string> {
  const name = `bench_${randomUUID().slice(0, 8)}`;
  await run(databaseOn(serverUrl, 'postgres'), `CREATE DATABASE ${name} ${options}`);
  return databaseOn(serverUrl, name);
}
