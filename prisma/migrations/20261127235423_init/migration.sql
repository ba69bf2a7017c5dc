-- CreateEnum
CREATE TYPE "goods_source" AS ENUM ('CONSOLE', 'API');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('UNPAID', 'PAID');

-- CreateTable
CREATE TABLE "plugin" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "callback_url" TEXT,
    "deliveries_paused" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plugin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plugin_secret" (
    "id" TEXT NOT NULL,
    "plugin_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "plugin_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "nickname" TEXT NOT NULL,
    "avatar" TEXT NOT NULL DEFAULT '',
    "member" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plugin_user" (
    "plugin_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "open_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plugin_user_pkey" PRIMARY KEY ("plugin_id","user_id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "sha256" BYTEA NOT NULL,
    "plugin_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "goods" (
    "id" TEXT NOT NULL,
    "plugin_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "total_fee_fen" INTEGER NOT NULL,
    "pay_limit" INTEGER NOT NULL DEFAULT 0,
    "paid_count" INTEGER NOT NULL DEFAULT 0,
    "source" "goods_source" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "goods_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order" (
    "id" TEXT NOT NULL,
    "plugin_id" TEXT NOT NULL,
    "goods_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "out_order_id" TEXT,
    "attach" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "pay_fee_fen" INTEGER NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'UNPAID',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "plugin_secret_plugin_id_idx" ON "plugin_secret"("plugin_id");

-- CreateIndex
CREATE UNIQUE INDEX "plugin_user_open_id_key" ON "plugin_user"("open_id");

-- CreateIndex
CREATE INDEX "plugin_user_user_id_idx" ON "plugin_user"("user_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE INDEX "access_token_plugin_id_user_id_idx" ON "access_token"("plugin_id", "user_id");

-- CreateIndex
CREATE INDEX "goods_plugin_id_created_at_id_idx" ON "goods"("plugin_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "order_goods_id_idx" ON "order"("goods_id");

-- CreateIndex
CREATE INDEX "order_plugin_id_user_id_idx" ON "order"("plugin_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_plugin_id_out_order_id_key" ON "order"("plugin_id", "out_order_id");

-- AddForeignKey
ALTER TABLE "plugin_secret" ADD CONSTRAINT "plugin_secret_plugin_id_fkey" FOREIGN KEY ("plugin_id") REFERENCES "plugin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plugin_user" ADD CONSTRAINT "plugin_user_plugin_id_fkey" FOREIGN KEY ("plugin_id") REFERENCES "plugin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plugin_user" ADD CONSTRAINT "plugin_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_plugin_id_user_id_fkey" FOREIGN KEY ("plugin_id", "user_id") REFERENCES "plugin_user"("plugin_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "goods" ADD CONSTRAINT "goods_plugin_id_fkey" FOREIGN KEY ("plugin_id") REFERENCES "plugin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_plugin_id_fkey" FOREIGN KEY ("plugin_id") REFERENCES "plugin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_goods_id_fkey" FOREIGN KEY ("goods_id") REFERENCES "goods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order" ADD CONSTRAINT "order_plugin_id_user_id_fkey" FOREIGN KEY ("plugin_id", "user_id") REFERENCES "plugin_user"("plugin_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;
