-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'EXHAUSTED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "attempt_trigger" AS ENUM ('AUTOMATIC', 'MANUAL');

-- CreateEnum
CREATE TYPE "attempt_outcome" AS ENUM ('STARTED', 'ACKNOWLEDGED', 'UNEXPECTED_STATUS', 'UNEXPECTED_BODY', 'REDIRECTED', 'TIMED_OUT', 'CONNECTION_FAILED', 'TLS_FAILED', 'ADDRESS_REFUSED', 'ABANDONED');

-- AlterTable
ALTER TABLE "order" ADD COLUMN     "acknowledged_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "delivery" (
    "order_id" TEXT NOT NULL,
    "plugin_id" TEXT NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'PENDING',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "max_notifications" INTEGER NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "automatic_count" INTEGER NOT NULL DEFAULT 0,
    "next_automatic_at" TIMESTAMPTZ(3),
    "pending_resends" INTEGER NOT NULL DEFAULT 0,
    "resend_requested_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "id" BIGSERIAL NOT NULL,
    "order_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger" "attempt_trigger" NOT NULL,
    "outcome" "attempt_outcome" NOT NULL DEFAULT 'STARTED',
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "url" TEXT NOT NULL,
    "request_body" TEXT NOT NULL,
    "http_status" INTEGER,
    "response_body" BYTEA,
    "response_truncated" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "hint" TEXT,
    "duration_ms" DOUBLE PRECISION,
    "dns_ms" DOUBLE PRECISION,
    "connect_ms" DOUBLE PRECISION,
    "first_byte_ms" DOUBLE PRECISION,
    "remote_address" TEXT,
    "worker" TEXT NOT NULL,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "delivery_created_at_order_id_idx" ON "delivery"("created_at", "order_id");

-- CreateIndex
CREATE INDEX "delivery_plugin_id_created_at_order_id_idx" ON "delivery"("plugin_id", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "delivery_attempt_started_at_id_idx" ON "delivery_attempt"("started_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_attempt_order_id_number_key" ON "delivery_attempt"("order_id", "number");

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_plugin_id_fkey" FOREIGN KEY ("plugin_id") REFERENCES "plugin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "delivery"("order_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the sweeper claims: by plugin, so that the backlog of one is never scanned for another, then by due time.
CREATE INDEX "delivery_due" ON "delivery"("plugin_id", (LEAST("next_automatic_at", "resend_requested_at")))
  WHERE "lease_token" IS NULL AND LEAST("next_automatic_at", "resend_requested_at") IS NOT NULL;

-- Leases that may have run out.
CREATE INDEX "delivery_leased" ON "delivery"("lease_expires_at") WHERE "lease_token" IS NOT NULL;

-- What retention may remove.
CREATE INDEX "delivery_delivered" ON "delivery"("created_at") WHERE "status" = 'DELIVERED';
