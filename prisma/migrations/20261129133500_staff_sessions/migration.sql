-- CreateTable
CREATE TABLE "staff_session" (
    "sha256" BYTEA NOT NULL,
    "api_key_id" TEXT,
    "admin_token_proof" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("sha256"),
    -- It belongs to one of the two.
    CONSTRAINT "staff_session_holder" CHECK (("api_key_id" IS NULL) <> ("admin_token_proof" IS NULL))
);

-- CreateIndex
CREATE INDEX "staff_session_api_key_id_idx" ON "staff_session"("api_key_id");

-- CreateIndex
CREATE INDEX "staff_session_last_used_at_idx" ON "staff_session"("last_used_at");

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
