-- For searches by a part of a name. The extension is a trusted one: whoever owns the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "role" AS ENUM ('VIEWER', 'OPERATOR', 'ADMIN');

-- DropIndex
DROP INDEX "order_goods_id_idx";

-- DropIndex
DROP INDEX "order_plugin_id_user_id_idx";

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "reason" TEXT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rejected_request" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "plugin_id" TEXT,
    "status" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "canonical_string" TEXT,
    "skew_seconds" DOUBLE PRECISION,
    "remote_address" TEXT,

    CONSTRAINT "rejected_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_sha256_key" ON "api_key"("sha256");

-- CreateIndex
CREATE INDEX "api_key_created_at_id_idx" ON "api_key"("created_at", "id");

-- CreateIndex
CREATE INDEX "audit_entry_at_id_idx" ON "audit_entry"("at", "id");

-- CreateIndex
CREATE INDEX "rejected_request_at_id_idx" ON "rejected_request"("at", "id");

-- CreateIndex
CREATE INDEX "rejected_request_plugin_id_at_id_idx" ON "rejected_request"("plugin_id", "at", "id");

-- CreateIndex
CREATE INDEX "delivery_status_created_at_order_id_idx" ON "delivery"("status", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "delivery_plugin_id_status_created_at_order_id_idx" ON "delivery"("plugin_id", "status", "created_at", "order_id");

-- CreateIndex
CREATE INDEX "delivery_attempt_outcome_started_at_id_idx" ON "delivery_attempt"("outcome", "started_at", "id");

-- CreateIndex
CREATE INDEX "goods_created_at_id_idx" ON "goods"("created_at", "id");

-- CreateIndex
CREATE INDEX "goods_source_created_at_id_idx" ON "goods"("source", "created_at", "id");

-- CreateIndex
CREATE INDEX "goods_plugin_id_source_created_at_id_idx" ON "goods"("plugin_id", "source", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_created_at_id_idx" ON "order"("created_at", "id");

-- CreateIndex
CREATE INDEX "order_plugin_id_created_at_id_idx" ON "order"("plugin_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_goods_id_created_at_id_idx" ON "order"("goods_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_user_id_created_at_id_idx" ON "order"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_plugin_id_user_id_created_at_id_idx" ON "order"("plugin_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_status_created_at_id_idx" ON "order"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_out_order_id_idx" ON "order"("out_order_id");

-- CreateIndex
CREATE INDEX "order_paid_at_idx" ON "order"("paid_at");

-- CreateIndex
CREATE INDEX "plugin_created_at_id_idx" ON "plugin"("created_at", "id");

-- CreateIndex
CREATE INDEX "user_created_at_id_idx" ON "user"("created_at", "id");

-- A plugin's attempts, without looking at all of them.
ALTER TABLE "delivery_attempt" ADD COLUMN "plugin_id" TEXT;
UPDATE "delivery_attempt" SET "plugin_id" = "delivery"."plugin_id"
  FROM "delivery" WHERE "delivery"."order_id" = "delivery_attempt"."order_id";
ALTER TABLE "delivery_attempt" ALTER COLUMN "plugin_id" SET NOT NULL;
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_plugin_id_fkey"
  FOREIGN KEY ("plugin_id") REFERENCES "plugin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "delivery_attempt_plugin_id_started_at_id_idx" ON "delivery_attempt"("plugin_id", "started_at", "id");
CREATE INDEX "delivery_attempt_plugin_id_outcome_started_at_id_idx"
  ON "delivery_attempt"("plugin_id", "outcome", "started_at", "id");

-- Paid, and not acknowledged: what staff look for first. Not by the status: an enum that comes as text, as Prisma sends
-- it, is not known when the statement is planned.
CREATE INDEX "order_unacknowledged" ON "order"("created_at", "id")
  WHERE "paid_at" IS NOT NULL AND "acknowledged_at" IS NULL;
CREATE INDEX "order_unacknowledged_of_plugin" ON "order"("plugin_id", "created_at", "id")
  WHERE "paid_at" IS NOT NULL AND "acknowledged_at" IS NULL;

-- What is due before an instant.
CREATE INDEX "delivery_next_automatic_at" ON "delivery"("next_automatic_at") WHERE "next_automatic_at" IS NOT NULL;
CREATE INDEX "delivery_resend_requested_at" ON "delivery"("resend_requested_at") WHERE "resend_requested_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "goods_title_idx" ON "goods" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "plugin_name_idx" ON "plugin" USING GIN ("name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "user_nickname_idx" ON "user" USING GIN ("nickname" gin_trgm_ops);

-- The order that has waited longest for its acknowledgement.
CREATE INDEX "order_unacknowledged_paid_at" ON "order"("paid_at")
  WHERE "paid_at" IS NOT NULL AND "acknowledged_at" IS NULL;

-- Refused requests of plugins that do not exist share one bound.
CREATE INDEX "rejected_request_of_no_plugin" ON "rejected_request"("at", "id") WHERE "reason" = 'PLUGIN_NOT_FOUND';
