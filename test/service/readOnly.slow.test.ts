import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { packageFiles } from '../../src/packageFiles.ts';
import { migrateDatabase } from '../../src/service/migrateDatabase.ts';
import { openDatabaseProbe } from '../../src/store/database/databaseProbe.ts';
import { CreateUserDocument } from '../admin/generated/operations.ts';
import { createTestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { DataFolder } from '../support/embeddedServer.ts';
import { startTestService } from '../support/service.ts';

const patience = { timeout: 15_000, interval: 100 };
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function readinessOf(url: string) {
  const response = await fetch(`${url}/readyz`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, database: checks['database'] };
}

it('a process is not ready on a database that takes no writes, and is once it does', async () => {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  const alter = `ALTER DATABASE ${new URL(database.url).pathname.slice(1)}`;
  await run(database.url, `${alter} SET default_transaction_read_only = on`);
  const readOnly = await startTestService({ DATABASE_URL: database.url });
  cleanUps.push(readOnly.stop);
  expect(await readinessOf(readOnly.url)).toEqual({
    status: 503,
    database: 'read-only: default_transaction_read_only is on',
  });

  // A session of this database could not write that.
  await run(inject('serverUrl'), `${alter} RESET default_transaction_read_only`);
  const writable = await startTestService({ DATABASE_URL: database.url });
  cleanUps.push(writable.stop);
  expect(await readinessOf(writable.url)).toEqual({ status: 200, database: 'ok' });
}, 60_000);

it('a standby is told of as one', async () => {
  const folder = await DataFolder.make();
  cleanUps.push(async () => folder.remove());
  const primary = await folder.start();
  await migrateDatabase(primary.url);
  await primary.stop();
  await writeFile(join(folder.cluster, 'standby.signal'), '');
  const standby = await folder.start();
  const probe = openDatabaseProbe(standby.url, packageFiles.migrations, 'public');
  cleanUps.push(probe.close);
  expect(await probe.look()).toEqual({ migrations: { kind: 'current', names: [] }, unwritable: 'standby' });
}, 60_000);

it('a process is not ready from the first write that finds the disk full until there is room again', async () => {
  const service = await startTestService();
  cleanUps.push(service.stop);
  const { databaseUrl } = service;
  const triggers = (what: (table: string) => string) => ['"user"', 'rejected_request'].map(what).join(';');
  await run(
    databaseUrl,
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END $$;
     ${triggers((table) => `CREATE TRIGGER no_room BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`)}`,
  );
  const write = async () => service.admin(CreateUserDocument, { input: { nickname: 'Ming' } });

  // Nothing has been refused yet, and no look writes.
  expect(await readinessOf(service.url)).toEqual({ status: 200, database: 'ok' });
  await expect(write()).rejects.toMatchObject({ code: expect.any(String) });
  await expect
    .poll(async () => readinessOf(service.url), patience)
    .toEqual({ status: 503, database: 'its disk is full' });

  await run(
    databaseUrl,
    triggers((table) => `DROP TRIGGER no_room ON ${table}`),
  );
  await expect.poll(async () => readinessOf(service.url), patience).toEqual({ status: 200, database: 'ok' });
  await write();
  expect((await run(databaseUrl, 'SELECT FROM rejected_request')).rowCount).toBe(0);
}, 60_000);
