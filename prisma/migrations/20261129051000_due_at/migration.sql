-- When the next notification of either kind is due. Adding the column writes the table anew: about a second for each
-- million deliveries, during which nothing else reads or writes them.
ALTER TABLE "delivery" ADD COLUMN "due_at" TIMESTAMPTZ(3)
  GENERATED ALWAYS AS (LEAST("next_automatic_at", "resend_requested_at")) STORED;

DROP INDEX "delivery_due";
CREATE INDEX "delivery_due" ON "delivery"("plugin_id", "due_at") WHERE "lease_token" IS NULL AND "due_at" IS NOT NULL;

DROP INDEX "delivery_waiting";
CREATE INDEX "delivery_waiting" ON "delivery"("created_at", "order_id") WHERE "due_at" IS NOT NULL;
