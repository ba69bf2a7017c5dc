import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';
import pg from 'pg';
import { expect, inject, type TestContext } from 'vitest';
import { databaseOn, run } from './databaseServer.ts';
import { quickStart } from './quickStart.ts';

export interface Project {
  dir: string;
  /** Runs the CLI; stdout and stderr come as one text. */
  prisma(args: string[], options?: PrismaOptions): Promise<{ exitCode: number; output: string }>;
  /** Without it, the CLI has to create the project's database. */
  createDatabase(): Promise<pg.Client>;
  /** As `migrate deploy` leaves it. */
  createMigratedDatabase(): Promise<pg.Client>;
  connect(): Promise<pg.Client>;
  migrationNames(): Promise<string[]>;
  addMigration(name: string, sql: string): Promise<void>;
  write(path: string, content: string): Promise<void>;
  edit(path: string, change: (content: string) => string): Promise<void>;
}

interface PrismaOptions {
  /** The project's own if it is left out. */
  databaseUrl?: string | undefined;
  environment?: Record<string, string>;
  /** With `prisma/engine/schema-engine.mjs`, which reads its modules by tsx; otherwise with the same modules, bundled. */
  asShipped?: boolean;
}

/** Options of Node for a process that ends before optimized code is of use. */
const shortLived = [...quickStart, '--no-opt'];
/** A call starts the engine twice. */
const quickEngine = 'prisma/engine/quick-engine.mjs';

/** A copy of everything that the CLI reads, with a database name of its own; both go when the test is finished. */
export async function newProject({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<Project> {
  const serverUrl = inject('serverUrl');
  const dir = await mkdtemp(join(tmpdir(), 'openplug-prisma-'));
  const databaseName = `prisma_cli_${process.pid}_${randomUUID().slice(0, 8)}`;
  const url = databaseOn(serverUrl, databaseName);
  const clients: pg.Client[] = [];
  onTestFinished(async () => {
    for (const client of clients) await client.end();
    await run(serverUrl, `DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);
    await rm(dir, { recursive: true });
  });
  // PostgreSQL may run as another user, who must be able to pass.
  await chmod(dir, 0o755);
  for (const path of [
    'prisma',
    'prisma.config.ts',
    'package.json',
    'src/config/forgetPostgresVariables.ts',
    'src/store',
  ]) {
    await cp(path, join(dir, path), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(dir, 'node_modules'));
  await writeFile(join(dir, quickEngine), (engine ??= bundleEngine()), { mode: 0o755 });

  const project: Project = {
    dir,
    prisma: (args, options) => runPrisma(dir, args, { databaseUrl: url, ...options }),
    createDatabase: async () => {
      await run(serverUrl, `CREATE DATABASE ${databaseName}`);
      return project.connect();
    },
    createMigratedDatabase: async () => {
      await run(serverUrl, `CREATE DATABASE ${databaseName} TEMPLATE ${inject('templateName')}`);
      return project.connect();
    },
    connect: async () => {
      const client = new pg.Client(url);
      await client.connect();
      clients.push(client);
      return client;
    },
    migrationNames: async () => {
      const entries = await readdir(join(dir, 'prisma/migrations'), { withFileTypes: true });
      return entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .toSorted();
    },
    addMigration: (name, sql) => project.write(`prisma/migrations/${name}/migration.sql`, sql),
    write: async (path, content) => {
      await mkdir(join(dir, path, '..'), { recursive: true });
      await writeFile(join(dir, path), content);
    },
    edit: async (path, change) => project.write(path, change(await readFile(join(dir, path), 'utf8'))),
  };
  return project;
}

/** The URL of the database that it is connected to. */
export function urlOf({ database }: pg.Client): string {
  return databaseOn(inject('serverUrl'), database!);
}

/** Other tests of this run may have one for a moment. */
export async function expectNoShadowDatabase(): Promise<void> {
  const sql = `SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow_db_%'`;
  await expect.poll(async () => (await run(inject('serverUrl'), sql)).rows, { timeout: 5_000 }).toEqual([]);
}

export async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  );
  return rows.map((row) => row.tablename);
}

/** The environment is bare: Prisma refuses some commands under AI agents, which it knows by their variables. */
async function runPrisma(cwd: string, args: string[], { databaseUrl, environment, asShipped }: PrismaOptions) {
  const { PATH, HOME } = process.env;
  const env: NodeJS.ProcessEnv = {
    PATH,
    HOME,
    NO_COLOR: '1',
    CHECKPOINT_DISABLE: '1',
    // A download would fail at once.
    PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(asShipped ? {} : { PRISMA_SCHEMA_ENGINE_BINARY: join(cwd, quickEngine) }),
    ...environment,
  };
  const cli = join(cwd, 'node_modules/prisma/build/index.js');
  const child = spawn(process.execPath, [...shortLived, cli, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number>((done) => child.once('exit', (code) => done(code ?? -1)));
  const [exitCode, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { exitCode, output: stdout + stderr };
}

let engine: string | undefined;

function bundleEngine(): string {
  const { outputFiles } = buildSync({
    entryPoints: ['prisma/engine/main.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    banner: { js: `#!/usr/bin/env -S node ${shortLived.join(' ')}` },
    write: false,
  });
  return outputFiles[0]!.text;
}
