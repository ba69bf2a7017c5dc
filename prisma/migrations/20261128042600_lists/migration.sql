-- Of the orders that were paid in a stretch of time: when they were created, without reading them.
CREATE INDEX "order_paid_at_created_at_idx" ON "order"("paid_at", "created_at");
DROP INDEX "order_paid_at_idx";

-- What waits to be sent, in the order of lists: few of many deliveries. What is due before an instant is among it.
CREATE INDEX "delivery_waiting" ON "delivery"("created_at", "order_id")
  WHERE "next_automatic_at" IS NOT NULL OR "resend_requested_at" IS NOT NULL;
DROP INDEX "delivery_next_automatic_at";
DROP INDEX "delivery_resend_requested_at";
