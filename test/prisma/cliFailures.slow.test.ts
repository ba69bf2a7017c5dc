import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test, type TestContext } from 'vitest';
import { applyMigrations } from '../../src/store/migrations/applyMigrations.ts';
import { databaseOn, run } from '../support/databaseServer.ts';
import { stateOf } from '../support/migrations.ts';
import { createTestRole } from '../support/role.ts';
import { expectNoShadowDatabase, newProject, tables, urlOf } from '../support/prismaProject.ts';

describe('when something is wrong, the Prisma CLI', { timeout: 120_000 }, () => {
  test('names a broken migration, its SQLSTATE and line; a start says what to run, and once that is done and the migration repaired, both go on', async (context) => {
    const project = await newProject(context);
    const client = await project.createDatabase();
    const url = urlOf(client);
    // So that the database can be copied.
    await client.end();
    const migrations = join(project.dir, 'prisma/migrations');
    await project.addMigration('99990101000000_broken', 'CREATE TABLE half ();\nCREATE TABEL typo ();\n');

    const broken = await project.prisma(['migrate', 'deploy']);
    expect(broken.exitCode).toBe(1);
    expect(broken.output).toMatch(/P3018[^]*Migration name: 99990101000000_broken[^]*42601[^]*Line 2: CREATE TABEL/);
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('P3009'),
    });
    const failure = String(await applyMigrations(url, migrations).catch((error: Error) => error));
    expect(failure).toContain('has not finished migration 99990101000000_broken');
    const [, help] = /`npx (prisma migrate resolve --rolled-back \w+)`/.exec(failure) ?? [];

    await project.addMigration('99990101000000_broken', 'CREATE TABLE half ();\n');
    const resolved = await project.prisma(help!.split(' ').slice(1));
    expect(resolved).toMatchObject({ exitCode: 0, output: expect.stringContaining('marked as rolled back') });
    const copy = await copyDatabase(url, context);

    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject({ exitCode: 0 });
    expect(await tables(await project.connect())).toContain('half');

    expect(await applyMigrations(copy, migrations)).toEqual(['99990101000000_broken']);
    expect(await stateOf(copy, migrations)).toEqual({ kind: 'current', names: [] });
  });

  test('takes a migration for applied that someone ran by hand', async (context) => {
    const project = await newProject(context);
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

  test('makes no migration that does not run on the shadow database, and leaves no shadow', async (context) => {
    const project = await newProject(context);
    await project.createDatabase();
    await project.addMigration('99990101000000_broken', 'CREATE TABEL typo ();');
    const developed = await project.prisma(['migrate', 'dev', '--name', 'more']);

    expect(developed.exitCode).toBe(1);
    expect(developed.output).toMatch(/P3006[^]*99990101000000_broken[^]*CREATE TABEL/);
    await expectNoShadowDatabase();
  });

  test.for(['createDatabase', 'createMigratedDatabase'] as const)(
    'says what the role lacks that may not create the shadow database, after %s',
    async (create, context) => {
      // Dropped last, after the database in which it may do things.
      const role = await createTestRole();
      context.onTestFinished(role.drop);
      const project = await newProject(context);
      const client = await project[create]();
      const databaseUrl = role.urlOn(databaseOn(inject('serverUrl'), client.database!));
      await client.query(
        `GRANT ALL ON SCHEMA public TO ${role.name}; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role.name}`,
      );
      const { exitCode, output } = await project.prisma(['migrate', 'dev', '--name', 'more'], { databaseUrl });
      expect({ exitCode, output }).toEqual({
        exitCode: 1,
        output: expect.stringMatching(/permission denied to create database\. [^]*CREATEDB/),
      });
      expect(output).not.toContain('External error');
    },
  );

  test('names the packages that it lacks after an installation for production', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'openplug-engine-'));
    context.onTestFinished(async () => rm(folder, { recursive: true }));
    const engine = join(folder, 'schema-engine.mjs');
    await copyFile('prisma/engine/schema-engine.mjs', engine);
    const { status, stderr } = spawnSync(process.execPath, [engine, 'cli', 'can-connect-to-database']);

    expect(status).toBe(1);
    // The CLI passes over the first line.
    expect(JSON.parse(stderr.toString().split('\n')[1]!)).toMatchObject({
      level: 'ERROR',
      fields: { error_code: 'P1012', message: expect.stringContaining('run `npm ci --include=dev`') },
    });
  });

  test.concurrent.for(['migrate deploy', 'migrate status', 'db pull --print'])(
    'says that the server cannot be reached: %s',
    async (command, context) => {
      const project = await newProject(context);
      const databaseUrl = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
      const result = await project.prisma(command.split(' '), { databaseUrl });

      expect(result).toMatchObject({ exitCode: 1, output: expect.stringMatching(/P1001[^]*127\.0\.0\.1/) });
    },
  );
});

/** Returns the URL of a copy that goes when the test is finished; nobody may be connected to the database. */
async function copyDatabase(url: string, { onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const server = inject('serverUrl');
  const name = new URL(url).pathname.slice(1);
  await run(server, `CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  onTestFinished(async () => void (await run(server, `DROP DATABASE ${name}_copy WITH (FORCE)`)));
  return databaseOn(server, `${name}_copy`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}
