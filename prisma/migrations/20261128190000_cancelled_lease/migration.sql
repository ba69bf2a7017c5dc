-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "cancelled_lease" UUID;
