import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';
import { stateOf } from '../support/migrations.ts';
import { expectNoShadowDatabase, newProject, tables, urlOf } from '../support/prismaProject.ts';

describe('the Prisma CLI, with nothing downloaded', { timeout: 120_000 }, () => {
  test('generates the client without a database, and starts no server for it', async (context) => {
    const project = await newProject(context);
    const generated = await project.prisma(['generate'], { databaseUrl: undefined, asShipped: true });

    expect(generated).toMatchObject({ exitCode: 0, output: expect.stringContaining('Generated Prisma Client') });
    expect(existsSync(join(project.dir, 'src/store/generated/client.ts'))).toBe(true);
    expect(existsSync(join(project.dir, 'data'))).toBe(false);
  });

  test('makes a migration through a shadow database, which is gone afterwards', async (context) => {
    const project = await newProject(context);
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
    const client = await project.connect();
    expect(await tables(client)).toContain('Motto');
    await expectNoShadowDatabase();
    expect(await stateOf(urlOf(client), join(project.dir, 'prisma/migrations'))).toEqual({
      kind: 'current',
      names: [],
    });
  });

  test('compares: the migrations are the schema, and a difference is exit code 2 with its SQL', async (context) => {
    const project = await newProject(context);
    const diff = ['migrate', 'diff', '--from-migrations', 'prisma/migrations', '--exit-code', '--script'];
    await project.createDatabase();
    const [toSchema, toDatabase] = await Promise.all([
      project.prisma([...diff, '--to-schema', 'prisma/schema.prisma']),
      project.prisma([...diff, '--to-config-datasource']),
    ]);

    expect(toSchema).toMatchObject({ exitCode: 0 });
    expect(toDatabase).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(/DROP TABLE .*"plugin_secret";/),
    });
  });

  test('resets: the data is gone, the tables are back', async (context) => {
    const project = await newProject(context);
    const client = await project.createMigratedDatabase();
    await client.query(`INSERT INTO "user" (id, nickname) VALUES ('1', 'Ann'); CREATE TABLE stray ()`);

    expect(await project.prisma(['migrate', 'reset', '--force'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Database reset successful'),
    });
    expect((await client.query('SELECT * FROM "user"')).rows).toEqual([]);
    expect(await tables(client)).not.toContain('stray');
  });

  test('reads a schema back from a database with every kind of constraint', async (context) => {
    const project = await newProject(context);
    const client = await project.createDatabase();
    await client.query(`
      CREATE TABLE parent (id int PRIMARY KEY, code text UNIQUE, CHECK (id > 0));
      CREATE TABLE child (id int PRIMARY KEY, parent_id int REFERENCES parent ON DELETE CASCADE, EXCLUDE (id WITH =));`);
    const pulled = await project.prisma(['db', 'pull', '--print']);

    expect(pulled.exitCode).toBe(0);
    expect(pulled.output).toContain('@relation(fields: [parent_id], references: [id], onDelete: Cascade');
  });

  test('runs a script of several statements', async (context) => {
    const project = await newProject(context);
    const client = await project.createDatabase();
    await project.write('two.sql', `CREATE TABLE "a;b" (t text DEFAULT ';'); INSERT INTO "a;b" DEFAULT VALUES;`);

    expect(await project.prisma(['db', 'execute', '--file', 'two.sql'])).toMatchObject({ exitCode: 0 });
    expect((await client.query('SELECT t FROM "a;b"')).rows).toEqual([{ t: ';' }]);
  });
});

describe('without DATABASE_URL, the Prisma CLI', { timeout: 120_000 }, () => {
  test('works on the embedded server, which it stops again', async (context) => {
    const project = await newProject(context);
    const embedded = { databaseUrl: undefined };
    const missing = await project.prisma(['migrate', 'status'], embedded);
    expect(missing).toMatchObject({ exitCode: 1, output: expect.stringContaining('There is no database in ') });
    expect(missing.output).toContain(join(project.dir, 'data'));
    expect(existsSync(join(project.dir, 'data'))).toBe(false);

    expect(await project.prisma(['migrate', 'deploy'], embedded)).toMatchObject({ exitCode: 0 });

    // Taken over at once, whether or not the last engine has finished stopping it.
    const server = await startEmbeddedPostgres(join(project.dir, 'data'), { settings: { fsync: 'off' } });
    expect(server.borrowed).toBe(false);
    const client = new pg.Client(server.url);
    await client.connect();
    expect(await tables(client)).toContain('plugin_secret');
    await client.end();

    // And borrowed while another process has it.
    expect(await project.prisma(['migrate', 'status'], embedded)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Database schema is up to date!'),
    });
    await server.stop();
  });
});
