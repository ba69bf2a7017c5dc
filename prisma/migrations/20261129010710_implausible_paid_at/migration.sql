-- AlterEnum
ALTER TYPE "payment_refusal" ADD VALUE 'IMPLAUSIBLE_PAID_AT';
