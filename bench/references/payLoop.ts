import pg from 'pg';
import { answerParent } from '../harness/answerParent.ts';

export interface PayOptions {
  databaseUrl: string;
  connections: number;
}

let pool: pg.Pool;

/**
 * Pays orders in a bare transaction that writes what payOrder writes: order, audit entry, delivery, and the count of the
 * goods, which payOrder keeps in a row of its own. Prepared statements, one after another as a program with an ORM has them,
 * and no HTTP, GraphQL, checks or answers. Returns the payments of a second.
 */
answerParent(async (question: PayOptions | { orderIds: string[]; callers: number }) => {
  if ('databaseUrl' in question) {
    const { databaseUrl: connectionString, connections } = question;
    pool = new pg.Pool({ connectionString, min: connections, max: connections });
    return null;
  }
  const { orderIds, callers } = question;
  let next = 0;
  const payUntilNoneIsLeft = async () => {
    while (next < orderIds.length) await pay(orderIds[next++]!);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, payUntilNoneIsLeft));
  return orderIds.length / ((performance.now() - startedAt) / 1000);
});

async function pay(orderId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ goods_id: string; plugin_id: string }>({ ...payOrder, values: [orderId] });
    const { goods_id: goodsId, plugin_id: pluginId } = rows[0]!;
    const detail = JSON.stringify({ paidAt: new Date(), wasPaid: false });
    await client.query({ ...insertAudit, values: [orderId, detail] });
    await client.query({ ...insertDelivery, values: [orderId, pluginId] });
    // The row that all payments of one goods wait for is the last one, so that it is held for one statement and the commit.
    await client.query({ ...countGoods, values: [goodsId] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const payOrder = {
  name: 'pay_order',
  text: `
    UPDATE "order" SET status = 'PAID', paid_at = now() WHERE id = $1 AND status = 'UNPAID' RETURNING goods_id, plugin_id`,
};

const insertAudit = {
  name: 'insert_audit',
  text: `INSERT INTO audit_entry (actor, action, target, detail) VALUES ('reference', 'payOrder', $1, $2)`,
};

const insertDelivery = {
  name: 'insert_delivery',
  text: `INSERT INTO delivery (order_id, plugin_id, max_notifications, next_automatic_at) VALUES ($1, $2, 5, now())`,
};

const countGoods = {
  name: 'count_goods',
  text: `UPDATE goods SET paid_count = paid_count + 1 WHERE id = $1 AND (pay_limit = 0 OR paid_count < pay_limit)`,
};
