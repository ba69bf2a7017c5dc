import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { packageFiles } from '../../../src/packageFiles.ts';
import { migrateDatabase } from '../../../src/service/migrateDatabase.ts';
import { applyMigrations } from '../../../src/store/migrations/applyMigrations.ts';
import { readMigrationFiles } from '../../../src/store/migrations/migrationFiles.ts';
import { run } from '../../support/databaseServer.ts';
import { createEmptyDatabase } from '../../support/migrations.ts';

const sandbox = '20261129172000_sandbox';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** The migrations of the version before there were sandbox plugins. */
async function earlierMigrations(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'openplug-migrations-'));
  cleanUps.push(async () => rm(dir, { recursive: true }));
  await cp(packageFiles.migrations, dir, { recursive: true });
  const later = (await readMigrationFiles(dir)).filter(({ name }) => name >= sandbox);
  for (const { name } of later) await rm(join(dir, name), { recursive: true });
  return dir;
}

const rowsSql = `
  INSERT INTO plugin (id, name, callback_url) VALUES ('plugin01', 'A plugin', 'https://example.com/');
  INSERT INTO "user" (id, nickname) VALUES ('user', 'A user');
  INSERT INTO plugin_user (plugin_id, user_id, open_id) VALUES ('plugin01', 'user', 'open');
  INSERT INTO goods (id, plugin_id, title, total_fee_fen, source) VALUES ('goods', 'plugin01', 'A year', 1, 'API');
  INSERT INTO "order" (id, plugin_id, goods_id, user_id, body, pay_fee_fen, status, paid_at)
    VALUES ('order', 'plugin01', 'goods', 'user', 'A year', 1, 'PAID', now());
  INSERT INTO delivery (order_id, plugin_id, max_notifications, next_automatic_at)
    VALUES ('order', 'plugin01', 5, now());
  INSERT INTO delivery_attempt (order_id, plugin_id, number, trigger, scheduled_at, started_at, url, request_body, worker)
    VALUES ('order', 'plugin01', 1, 'AUTOMATIC', now(), now(), 'https://example.com/', '{}', 'a:1')`;

it('everything that there was before sandbox plugins is live', { timeout: 60_000 }, async () => {
  const database = await createEmptyDatabase(cleanUps);
  await applyMigrations(database.url, await earlierMigrations());
  await run(database.url, rowsSql);

  expect((await migrateDatabase(database.url))[0]).toBe(sandbox);

  const { rows } = await run(
    database.url,
    `SELECT (SELECT sandbox FROM plugin) AS plugin, (SELECT sandbox_plugin_id FROM "user") AS "user",
      (SELECT sandbox FROM goods) AS goods, (SELECT sandbox FROM "order") AS "order",
      (SELECT sandbox FROM delivery) AS delivery, (SELECT sandbox FROM delivery_attempt) AS attempt`,
  );
  expect(rows).toEqual([{ plugin: false, user: null, goods: null, order: null, delivery: null, attempt: null }]);
});
