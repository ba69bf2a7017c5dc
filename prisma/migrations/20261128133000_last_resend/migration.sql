-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "last_resend_asked_at" TIMESTAMPTZ(3);
