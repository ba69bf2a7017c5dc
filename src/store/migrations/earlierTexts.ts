/** A text that a migration had when databases were already made with it. It was changed later. */
export interface EarlierText {
  name: string;
  /** The checksum that the history of such a database has. */
  checksum: string;
  /** Turns what the earlier text has made into what the present one makes. */
  repairSql: string;
}

/**
 * The earlier texts of migrations. The list is complete: a landed migration never changes, as
 * test/prisma/landedMigrations.unit.test.ts checks.
 */
export const earlierTexts: readonly EarlierText[] = [
  {
    name: '20261128005511_admin',
    checksum: '9489e86c30edc0f583259e42be814c55e7db0b3dc891aae02671a68e7f8ab539',
    // Two indexes had a condition on the status of the order. The other two did not exist.
    repairSql: `
      DROP INDEX IF EXISTS "order_unacknowledged", "order_unacknowledged_of_plugin";
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
