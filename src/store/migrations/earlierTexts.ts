import type pg from 'pg';
import { readDatabaseFacts } from '../database/databaseFacts.ts';
import { checksumOf, readMigrationFiles, type MigrationFile } from './migrationFiles.ts';
import { underLock } from './underLock.ts';

/** A text that a migration had when databases were already made with it, and which was changed later. */
interface EarlierText {
  name: string;
  /** The checksum of the earlier text, as it is in the history of these databases. */
  checksum: string;
  /** Makes what the present text makes from what the earlier one has made. Changes nothing where it was run before. */
  repairSql: string;
}

/** Complete: a migration that has landed does not change any more, which test/prisma/landedMigrations.unit.test.ts checks. */
const earlierTexts: readonly EarlierText[] = [
  {
    name: '20261128005511_admin',
    checksum: '9489e86c30edc0f583259e42be814c55e7db0b3dc891aae02671a68e7f8ab539',
    // The two of orders had a condition on the status; the others were not there.
    repairSql: `
      DROP INDEX IF EXISTS "order_unacknowledged";
      DROP INDEX IF EXISTS "order_unacknowledged_of_plugin";
      CREATE INDEX "order_unacknowledged" ON "order"("created_at", "id")
        WHERE "paid_at" IS NOT NULL AND "acknowledged_at" IS NULL;
      CREATE INDEX "order_unacknowledged_of_plugin" ON "order"("plugin_id", "created_at", "id")
        WHERE "paid_at" IS NOT NULL AND "acknowledged_at" IS NULL;
      CREATE INDEX IF NOT EXISTS "order_unacknowledged_paid_at" ON "order"("paid_at")
        WHERE "paid_at" IS NOT NULL AND "acknowledged_at" IS NULL;
      CREATE INDEX IF NOT EXISTS "rejected_request_of_no_plugin" ON "rejected_request"("at", "id")
        WHERE "reason" = 'PLUGIN_NOT_FOUND'`,
  },
];

/** Whether it is the checksum of an earlier text of the migration, from which `repairEarlierTexts` comes to the present one. */
export function isEarlierText(name: string, checksum: string): boolean {
  return earlierTexts.some((text) => text.name === name && text.checksum === checksum);
}

/**
 * Brings a database that was made with earlier texts to what the present ones make, each together with its row of the
 * history in one transaction, and returns the names of these migrations. Waits for others who migrate. Calls `onChange`
 * before it writes.
 */
export async function repairEarlierTexts(
  databaseUrl: string,
  migrationsDir: string,
  onChange: () => void,
): Promise<string[]> {
  const files = await readMigrationFiles(migrationsDir);
  return underLock(databaseUrl, 'prisma', async (client) => {
    if (!(await readDatabaseFacts(client)).hasHistory) return [];
    const repaired: string[] = [];
    for (const text of earlierTexts) {
      const file = files.find(({ name }) => name === text.name);
      if (!file || !(await wasAppliedTo(client, text))) continue;
      onChange();
      await repair(client, text, file);
      repaired.push(text.name);
    }
    return repaired;
  });
}

async function wasAppliedTo(client: pg.Client, { name, checksum }: EarlierText): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM _prisma_migrations
     WHERE migration_name = $1 AND checksum = $2 AND finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    [name, checksum],
  );
  return rowCount !== 0;
}

async function repair(client: pg.Client, { name, checksum, repairSql }: EarlierText, file: MigrationFile) {
  await client.query('BEGIN');
  try {
    await client.query(repairSql);
    await client.query('UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2 AND checksum = $3', [
      checksumOf(file.sql),
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
