-- CreateTable
CREATE TABLE "retention" (
    "id" INTEGER NOT NULL,
    "removed_before" TIMESTAMPTZ(3) NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "held_ms" BIGINT NOT NULL,

    CONSTRAINT "retention_pkey" PRIMARY KEY ("id")
);
