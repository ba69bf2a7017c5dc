import { rowsOf, type Statement } from '../database/preparedStatements.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

/**
 * Returns the statement that notes a payment of goods without a pay_limit, as a separate row. If each payment raised
 * the counter of its goods, all payments of the same goods would wait for each other. `paidCount` is the counter and
 * these rows together; see `findGoods`.
 */
export function insertUncounted(goodsId: string, orderId: string, { isWanted }: { isWanted: boolean }): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO uncounted_payment (goods_id, order_id)
    SELECT ${goodsId}::text, ${orderId}::text WHERE ${isWanted}::boolean`;
}

/** The payments of a process between two counts. It leaves few rows for readers, and counting is one statement. */
const paymentsUntilCount = 100;
/** More rows than one process leaves, so that rows of a process that has ended are counted, too. */
const mostCounted = 1_000;

const payments = new WeakMap<Store['pool'], number>();

/** Raises the counters of goods by the payments that are not counted yet, after every hundredth payment. Does not wait for it. */
export function countPaymentsNowAndThen(store: Pick<Store, 'pool'>): void {
  const sinceLast = (payments.get(store.pool) ?? 0) + 1;
  payments.set(store.pool, sinceLast % paymentsUntilCount);
  // If it fails, the rows stay, and the next time counts them.
  if (sinceLast === paymentsUntilCount) countPayments(store).catch(() => {});
}

/** Moves rows into the counters of their goods, in one statement, so every reader finds each payment once. */
export async function countPayments({ pool }: Pick<Store, 'pool'>): Promise<void> {
  await rowsOf(pool, statement, [mostCounted]);
}

/** Skips rows that another process is counting. */
const statement: Statement = {
  name: 'count_payments',
  text: `
    WITH counted AS (
      DELETE FROM uncounted_payment WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM uncounted_payment LIMIT $1 FOR UPDATE SKIP LOCKED))
      RETURNING goods_id
    ), sums AS (SELECT goods_id, count(*)::int AS payments FROM counted GROUP BY goods_id)
    UPDATE goods SET paid_count = paid_count + payments FROM sums WHERE goods.id = sums.goods_id`,
};
