-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "resend_traceparent" TEXT,
ADD COLUMN     "traceparent" TEXT;
