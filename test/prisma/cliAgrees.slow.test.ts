import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageFiles } from '../../src/packageFiles.ts';
import { migrateDatabase } from '../../src/service/migrateDatabase.ts';
import { run } from '../support/databaseServer.ts';
import { schemaOf, stateOf } from '../support/migrations.ts';
import { newProject, urlOf, type Project } from '../support/prismaProject.ts';

const succeeded = (words: string) => ({ exitCode: 0, output: expect.stringContaining(words) as string });

/** Everything in the history but what differs with each run. */
async function historyOf(url: string): Promise<unknown[]> {
  const { rows } = await run(
    url,
    `SELECT migration_name, checksum, length(id) AS id, logs, rolled_back_at, applied_steps_count,
       finished_at >= started_at AS in_order, finished_at - started_at < interval '10 s' AS is_short
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}

async function deploy(project: Project): Promise<void> {
  const applied = succeeded('All migrations have been successfully applied');
  expect(await project.prisma(['migrate', 'deploy'])).toMatchObject(applied);
}

describe('the Prisma CLI and a start of the service', { timeout: 120_000 }, () => {
  test('agree: what a start has applied, `status`, `deploy`, `dev` and `diff` find complete', async (context) => {
    const project = await newProject(context);
    const url = urlOf(await project.createDatabase());
    const names = await project.migrationNames();
    expect(await migrateDatabase(url)).toEqual(names);

    expect(await project.prisma(['migrate', 'status'])).toMatchObject(succeeded('Database schema is up to date!'));
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject(succeeded('No pending migrations to apply'));
    expect(await project.prisma(['migrate', 'dev'])).toMatchObject(succeeded('Already in sync'));
    const diff = ['migrate', 'diff', '--from-config-datasource', '--to-migrations', 'prisma/migrations', '--exit-code'];
    expect(await project.prisma(diff)).toMatchObject(succeeded('No difference detected'));
    expect(await stateOf(url, packageFiles.migrations)).toEqual({ kind: 'current', names: [] });
  });

  test('agree: what `deploy` has applied when `status` asked for it, a start finds complete; tables and history are the same', async (context) => {
    const project = await newProject(context);
    const byCli = urlOf(await project.createDatabase());
    expect(await project.prisma(['migrate', 'status'])).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('have not yet been applied'),
    });
    await deploy(project);
    expect(await stateOf(byCli, packageFiles.migrations)).toEqual({ kind: 'current', names: [] });
    expect(await migrateDatabase(byCli)).toEqual([]);

    const byStart = urlOf(await (await newProject(context)).createDatabase());
    await migrateDatabase(byStart);
    // So that what `status`, `deploy` and `dev` say above of the one holds for the other.
    expect(await historyOf(byStart)).toEqual(await historyOf(byCli));
    expect(await schemaOf(byStart)).toEqual(await schemaOf(byCli));
  });

  test('take turns: a start goes on after `deploy`, and `deploy` after a start', async (context) => {
    const project = await newProject(context);
    const rest = (await project.migrationNames()).slice(4);
    const folder = join(project.dir, 'prisma/migrations');
    for (const name of rest) await rm(join(folder, name), { recursive: true });
    const url = urlOf(await project.createDatabase());
    await deploy(project);
    expect(await stateOf(url, packageFiles.migrations)).toEqual({ kind: 'behind', names: rest });
    expect(await migrateDatabase(url)).toEqual(rest);

    await cp(packageFiles.migrations, folder, { recursive: true });
    await project.addMigration('99990101000000_next', 'CREATE TABLE next (id INTEGER PRIMARY KEY);');
    expect(await project.prisma(['migrate', 'deploy'])).toMatchObject(succeeded('99990101000000_next'));
    expect(await stateOf(url, packageFiles.migrations)).toEqual({ kind: 'ahead', names: ['99990101000000_next'] });
    await expect(migrateDatabase(url)).rejects.toThrow('which this version does not know');
  });
});
