-- CreateEnum
CREATE TYPE "payment_refusal" AS ENUM ('SOLD_OUT', 'ALREADY_PAID');

-- CreateTable
CREATE TABLE "refused_payment" (
    "id" BIGSERIAL NOT NULL,
    "order_id" TEXT NOT NULL,
    "plugin_id" TEXT NOT NULL,
    "reason" "payment_refusal" NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "actor" TEXT,
    "actor_key_id" TEXT,

    CONSTRAINT "refused_payment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refused_payment_at_id_idx" ON "refused_payment"("at", "id");

-- CreateIndex
CREATE INDEX "refused_payment_plugin_id_at_id_idx" ON "refused_payment"("plugin_id", "at", "id");

-- CreateIndex
CREATE INDEX "refused_payment_last_at_idx" ON "refused_payment"("last_at");

-- Calls without a time of payment are the same one, too.
CREATE UNIQUE INDEX "refused_payment_order_id_reason_paid_at_key" ON "refused_payment"("order_id", "reason", "paid_at") NULLS NOT DISTINCT;

-- AddForeignKey
ALTER TABLE "refused_payment" ADD CONSTRAINT "refused_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
