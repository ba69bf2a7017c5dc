-- Payments of goods without a pay_limit are rows of their own until they are added to paid_count, so that they do not wait
-- for each other. A version before this one goes on raising paid_count itself.
CREATE TABLE "uncounted_payment" (
    "goods_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,

    CONSTRAINT "uncounted_payment_pkey" PRIMARY KEY ("goods_id", "order_id")
);

ALTER TABLE "uncounted_payment" ADD CONSTRAINT "uncounted_payment_goods_id_fkey"
  FOREIGN KEY ("goods_id") REFERENCES "goods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
