import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';

let folder: string;
let admin: pg.Client;
const serverUrl = inject('serverUrl');
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-prisma-'));
  // PostgreSQL may run as another user, who must be able to pass.
  await chmod(folder, 0o755);
  admin = new pg.Client(serverUrl);
  await admin.connect();
});

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

afterAll(async () => {
  await admin.end();
  await rm(folder, { recursive: true });
});

describe('the Prisma CLI, with nothing downloaded', { timeout: 60_000 }, () => {
  test('generates the client without a database, and starts no server for it', async () => {
    const project = await newProject();
    const generated = await project.prisma(['generate'], { databaseUrl: undefined });

    expect(generated).toMatchObject({ exitCode: 0, output: expect.stringContaining('Generated Prisma Client') });
    expect(existsSync(join(project.dir, 'src/store/generated/client.ts'))).toBe(true);
    expect(existsSync(join(project.dir, 'data'))).toBe(false);
  });

  test('creates the database, then deploys; status says by its exit code whether that is needed', async () => {
    const project = await newProject();
    const client = await project.createDatabase();
    expect(await project.prisma(['migrate', 'status'])).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('have not yet been applied'),
    });
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('All migrations have been successfully applied'),
    });
    expect(await tables(client)).toContain('plugin_secret');
    expect(await project.prisma(['migrate', 'status'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Database schema is up to date!'),
    });
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('No pending migrations to apply'),
    });
  });

  test('makes a migration through a shadow database, which is gone afterwards', async () => {
    const project = await newProject();
    await project.edit(
      'prisma/schema.prisma',
      (schema) => `${schema}\nmodel Motto {\n  id Int @id\n  line String\n}\n`,
    );
    const developed = await project.prisma(['migrate', 'dev', '--name', 'motto']);

    // The project's database did not exist either.
    expect(developed).toMatchObject({ exitCode: 0, output: expect.stringContaining('created at') });
    const name = (await project.migrationNames()).at(-1);
    expect(name).toMatch(/^\d{14}_motto$/);
    const sql = await readFile(join(project.dir, 'prisma/migrations', name!, 'migration.sql'), 'utf8');
    expect(sql.trim()).toMatch(/^-- CreateTable\nCREATE TABLE "Motto" \([^;]*\);$/);
    expect(await tables(await project.connect())).toContain('Motto');
    await expectNoShadowDatabase();

    expect(await project.prisma(['migrate', 'dev'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Already in sync'),
    });
  });

  test('compares: the migrations are the schema, and a difference is exit code 2 with its SQL', async () => {
    const project = await newProject();
    const diff = ['migrate', 'diff', '--from-migrations', 'prisma/migrations', '--exit-code', '--script'];
    await project.createDatabase();
    expect(await project.prisma([...diff, '--to-schema', 'prisma/schema.prisma'])).toMatchObject({ exitCode: 0 });
    expect(await project.prisma([...diff, '--to-config-datasource'])).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(/DROP TABLE .*"plugin_secret";/),
    });
  });

  test('resets: the data is gone, the tables are back', async () => {
    const project = await newProject();
    const client = await project.createDatabase();
    await project.prisma(['migrate', 'deploy']);
    await client.query(`INSERT INTO "user" (id, nickname) VALUES ('1', 'Ann'); CREATE TABLE stray ()`);

    expect(await project.prisma(['migrate', 'reset', '--force'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Database reset successful'),
    });
    expect((await client.query('SELECT * FROM "user"')).rows).toEqual([]);
    expect(await tables(client)).not.toContain('stray');
  });

  test('reads a schema back from a database with every kind of constraint', async () => {
    const project = await newProject();
    const client = await project.createDatabase();
    await client.query(`
      CREATE TABLE parent (id int PRIMARY KEY, code text UNIQUE, CHECK (id > 0));
      CREATE TABLE child (id int PRIMARY KEY, parent_id int REFERENCES parent ON DELETE CASCADE, EXCLUDE (id WITH =));`);
    const pulled = await project.prisma(['db', 'pull', '--print']);

    expect(pulled.exitCode).toBe(0);
    expect(pulled.output).toContain('@relation(fields: [parent_id], references: [id], onDelete: Cascade');
  });

  test('runs a script of several statements', async () => {
    const project = await newProject();
    const client = await project.createDatabase();
    await project.write('two.sql', `CREATE TABLE "a;b" (t text DEFAULT ';'); INSERT INTO "a;b" DEFAULT VALUES;`);

    expect(await project.prisma(['db', 'execute', '--file', 'two.sql'])).toMatchObject({ exitCode: 0 });
    expect((await client.query('SELECT t FROM "a;b"')).rows).toEqual([{ t: ';' }]);
  });
});

describe('when something is wrong, the Prisma CLI', { timeout: 60_000 }, () => {
  test('names a broken migration, its SQLSTATE and line, and goes on once that is resolved and repaired', async () => {
    const project = await newProject();
    const client = await project.createDatabase();
    await project.addMigration('99990101000000_broken', 'CREATE TABLE half ();\nCREATE TABEL typo ();\n');

    const broken = await project.prisma(['migrate', 'deploy']);
    expect(broken.exitCode).toBe(1);
    expect(broken.output).toMatch(/P3018[^]*Migration name: 99990101000000_broken[^]*42601[^]*Line 2: CREATE TABEL/);
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('P3009'),
    });

    await project.addMigration('99990101000000_broken', 'CREATE TABLE half ();\n');
    const resolved = await project.prisma(['migrate', 'resolve', '--rolled-back', '99990101000000_broken']);
    expect(resolved).toMatchObject({ exitCode: 0, output: expect.stringContaining('marked as rolled back') });
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({ exitCode: 0 });
    expect(await tables(client)).toContain('half');
  });

  test('takes a migration for applied that someone ran by hand', async () => {
    const project = await newProject();
    const client = await project.createDatabase();
    await rm(join(project.dir, 'prisma/migrations'), { recursive: true });
    await project.write('prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n');
    await project.addMigration('20260101000000_by_hand', 'CREATE TABLE by_hand ();');
    await client.query('CREATE TABLE by_hand ();');

    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('P3005'),
    });
    expect(await project.prisma(['migrate', 'resolve', '--applied', '20260101000000_by_hand'])).toMatchObject({
      exitCode: 0,
    });
    expect(await project.prisma(['migrate', 'status'])).toMatchObject({ exitCode: 0 });
  });

  test('makes no migration that does not run on the shadow database, and leaves no shadow', async () => {
    const project = await newProject();
    await project.createDatabase();
    await project.addMigration('99990101000000_broken', 'CREATE TABEL typo ();');
    const developed = await project.prisma(['migrate', 'dev', '--name', 'more']);

    expect(developed.exitCode).toBe(1);
    expect(developed.output).toMatch(/P3006[^]*99990101000000_broken[^]*CREATE TABEL/);
    await expectNoShadowDatabase();
  });

  test.each(['migrate deploy', 'migrate status', 'db pull --print'])(
    'says that the server cannot be reached: %s',
    async (command) => {
      const project = await newProject();
      const databaseUrl = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
      const result = await project.prisma(command.split(' '), { databaseUrl });

      expect(result).toMatchObject({ exitCode: 1, output: expect.stringMatching(/P1001[^]*127\.0\.0\.1/) });
    },
  );
});

describe('without DATABASE_URL, the Prisma CLI', { timeout: 120_000 }, () => {
  test('works on the embedded server, which it stops again', async () => {
    const project = await newProject();
    const embedded = { databaseUrl: undefined };
    expect(await project.prisma(['migrate', 'deploy'], embedded)).toMatchObject({ exitCode: 0 });
    expect(await project.prisma(['migrate', 'status'], embedded)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Database schema is up to date!'),
    });

    // Taken over at once, whether or not the last engine has finished stopping it.
    const server = await startEmbeddedPostgres(join(project.dir, 'data'), { settings: { fsync: 'off' } });
    expect(server.borrowed).toBe(false);
    const client = new pg.Client(server.url);
    await client.connect();
    expect(await tables(client)).toContain('plugin_secret');
    await client.end();

    // And borrowed while another process has it.
    expect(await project.prisma(['migrate', 'status'], embedded)).toMatchObject({ exitCode: 0 });
    await server.stop();
  });
});

interface Project {
  dir: string;
  /** Runs the CLI; stdout and stderr come as one text. */
  prisma(args: string[], options?: { databaseUrl: string | undefined }): Promise<{ exitCode: number; output: string }>;
  /** Without it, the CLI has to create the project's database. */
  createDatabase(): Promise<pg.Client>;
  connect(): Promise<pg.Client>;
  migrationNames(): Promise<string[]>;
  addMigration(name: string, sql: string): Promise<void>;
  write(path: string, content: string): Promise<void>;
  edit(path: string, change: (content: string) => string): Promise<void>;
}

let counter = 0;

/** A copy of everything that the CLI reads, with a database name of its own. */
async function newProject(): Promise<Project> {
  const dir = await mkdtemp(join(folder, 'project-'));
  await chmod(dir, 0o755);
  for (const path of ['prisma', 'prisma.config.ts', 'package.json', 'src/store/migrations', 'src/store/embedded']) {
    await cp(path, join(dir, path), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(dir, 'node_modules'));

  const databaseName = `prisma_cli_${process.pid}_${(counter += 1)}`;
  const url = new URL(serverUrl);
  url.pathname = `/${databaseName}`;
  cleanups.push(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);
  });

  const project: Project = {
    dir,
    prisma: (args, { databaseUrl } = { databaseUrl: url.href }) => runPrisma(dir, args, databaseUrl),
    createDatabase: async () => {
      await admin.query(`CREATE DATABASE ${databaseName}`);
      return project.connect();
    },
    connect: async () => {
      const client = new pg.Client(url.href);
      await client.connect();
      cleanups.unshift(() => client.end());
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

/** The environment is bare: Prisma refuses some commands under AI agents, which it knows by their variables. */
async function runPrisma(cwd: string, args: string[], databaseUrl: string | undefined) {
  const { PATH, HOME } = process.env;
  const env: NodeJS.ProcessEnv = {
    PATH,
    HOME,
    NO_COLOR: '1',
    CHECKPOINT_DISABLE: '1',
    // A download would fail at once.
    PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const cli = join(cwd, 'node_modules/prisma/build/index.js');
  const child = spawn(process.execPath, [cli, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number>((done) => child.once('exit', (code) => done(code ?? -1)));
  const [exitCode, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { exitCode, output: stdout + stderr };
}

/** Other tests of this run may have one for a moment. */
async function expectNoShadowDatabase(): Promise<void> {
  const sql = `SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow_db_%'`;
  await expect.poll(async () => (await admin.query(sql)).rows, { timeout: 5_000 }).toEqual([]);
}

async function tables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  );
  return rows.map((row) => row.tablename);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}
