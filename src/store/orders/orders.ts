import type { RecordedOrder } from '../../rules/records/orderRecord.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { audit } from '../audit/audit.ts';
import { Prisma, type Order } from '../generated/client.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { inTransaction } from '../database/inTransaction.ts';
import { readByKey } from '../database/readByKey.ts';
import type { Client, Store } from '../database/store.ts';
import { signedRead } from '../plugins/pluginSecrets.ts';
import { linkUser } from '../users/users.ts';

/** The columns of a RecordedOrder. */
const recordColumns = Prisma.sql`
  "order".id, plugin_id AS "pluginId", goods_id AS "goodsId", open_id AS "openId", out_order_id AS "outOrderId", attach, body,
  pay_fee_fen AS "payFeeFen", "order".created_at AS "createdAt", paid_at AS "paidAt"`;
/** The columns of an OrderWithOpenId. */
export const orderColumns = Prisma.sql`
  ${recordColumns}, user_id AS "userId", status::text AS "status", acknowledged_at AS "acknowledgedAt",
  "order".sandbox`;

export interface NewOrder {
  goodsId: string;
  userId: string;
  outOrderId: string | null;
  attach: string;
}
export type OrderWithOpenId = Order & RecordedOrder;

/** Conditions of a caller, which refuse an order by throwing. */
export interface OrderConditions {
  /** Called first. */
  requireAllowed?(tx: Client): Promise<void>;
  /** Called before a row is written; not for an order that is there already. */
  requireRoom?(tx: Client): Promise<void>;
}

/**
 * Creates an unpaid order with the present title and price of the goods. If an unpaid order has the same out_order_id,
 * goods, user and attach, it is returned instead. Throws CONFLICT for any other use of an out_order_id that is taken,
 * for one that is the order_id of another order of the plugin, and for goods that are sold out. `conditions` may refuse it,
 * too, in the same transaction.
 */
export async function createOrder(
  store: Store,
  input: NewOrder,
  now: Date,
  conditions: OrderConditions = {},
): Promise<OrderWithOpenId> {
  return inTransaction(store, async (tx) => {
    await conditions.requireAllowed?.(tx);
    const { order, isNew } = await createOrFind(tx, input, now, conditions);
    await audit(store, tx, { action: 'createOrder', target: order.id, detail: { ...input, isNew } });
    return order;
  });
}

async function createOrFind(
  tx: Client,
  input: NewOrder,
  now: Date,
  { requireRoom }: OrderConditions,
): Promise<{ order: OrderWithOpenId; isNew: boolean }> {
  const goods = await tx.goods.findUnique({ where: { id: input.goodsId } });
  if (!goods) throw new Refusal('NOT_FOUND', { facts: { what: 'goods' } });
  await linkUser(tx, goods.pluginId, input.userId, now);

  const before = input.outOrderId === null ? null : await findByOutOrderId(tx, goods.pluginId, input.outOrderId);
  if (before) return { order: sameOrder(before, input), isNew: false };
  if (input.outOrderId !== null) await refuseOrderId(tx, goods.pluginId, input.outOrderId);
  if (goods.payLimit > 0 && goods.paidCount >= goods.payLimit) throw soldOut(goods.payLimit);
  await requireRoom?.(tx);

  const id = newIdentifier();
  await tx.order.createMany({
    data: {
      id,
      pluginId: goods.pluginId,
      ...input,
      body: goods.title,
      payFeeFen: goods.totalFeeFen,
      createdAt: now,
      sandbox: goods.sandbox,
    },
    // Another transaction may just have taken the number; then its order is the one that is found.
    skipDuplicates: true,
  });
  const created = await findOne(tx, { id });
  if (created) return { order: created, isNew: true };
  const winner = input.outOrderId === null ? null : await findByOutOrderId(tx, goods.pluginId, input.outOrderId);
  if (!winner) throw new Error(`Order ${id} was neither created nor found.`);
  return { order: sameOrder(winner, input), isNew: false };
}

export async function findOrder(store: Store, id: string): Promise<OrderWithOpenId | null> {
  return (await readOrder(store, id))[0] ?? null;
}

const readOrder = readByKey<OrderWithOpenId>({
  name: 'order_by_id',
  text: `
    SELECT asked.place::int AS place, ${orderColumns.text}
    FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place) JOIN "order" USING (id)
    JOIN plugin_user USING (plugin_id, user_id)`,
});

/**
 * Reads an order by order_id, or else by out_order_id, among the plugin's own; see `signedRead`. One number can mean two
 * orders only if both are older than the refusal of such numbers.
 */
export const readOrderByNumber = signedRead<RecordedOrder>(
  'order_by_either_number',
  `SELECT "order".id AS key, ${recordColumns.text}
  FROM (
    (SELECT *, 1 AS place FROM "order" WHERE id = $3 AND plugin_id = $1)
    UNION ALL
    (SELECT *, 2 AS place FROM "order" WHERE plugin_id = $1 AND out_order_id = $3)
    ORDER BY place
    LIMIT 1
  ) AS "order"
  JOIN plugin_user USING (plugin_id, user_id)`,
);

/** Refuses a number that finds another order of the plugin, which may be paid. */
async function refuseOrderId(tx: Client, pluginId: string, outOrderId: string): Promise<void> {
  if ((await tx.order.count({ where: { id: outOrderId, pluginId } })) === 0) return;
  throw new Refusal('CONFLICT', because('OUT_ORDER_ID_IS_ORDER_ID'));
}

function sameOrder(order: OrderWithOpenId, input: NewOrder): OrderWithOpenId {
  if (order.goodsId !== input.goodsId || order.userId !== input.userId) {
    throw new Refusal('CONFLICT', because('OUT_ORDER_ID_TAKEN'));
  }
  if (order.status !== 'UNPAID') {
    throw new Refusal('CONFLICT', because('OUT_ORDER_ID_PAID'));
  }
  // The order would come back with its stored attach, and the one sent now would be lost.
  if (order.attach !== input.attach) {
    throw new Refusal('CONFLICT', because('OTHER_ATTACH'));
  }
  return order;
}

function soldOut(payLimit: number): Refusal {
  return new Refusal('CONFLICT', because('SOLD_OUT_AT_LIMIT', { payLimit }));
}

async function findByOutOrderId(client: Client, pluginId: string, outOrderId: string) {
  return findOne(client, { pluginId_outOrderId: { pluginId, outOrderId } });
}

/** Returns the subquery that reads a RecordedOrder, to be a part of another statement; `id` is a column of that. */
export function recordedOrder(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${recordColumns} FROM "order" JOIN plugin_user USING (plugin_id, user_id) WHERE "order".id = ${id}`;
}

async function findOne(client: Client, where: Prisma.OrderWhereUniqueInput): Promise<OrderWithOpenId | null> {
  const row = await client.order.findUnique({ where, include: withOpenId });
  return row && flatten(row);
}

export const withOpenId = { pluginUser: { select: { openId: true } } } satisfies Prisma.OrderInclude;

export function flatten({ pluginUser, ...order }: Order & { pluginUser: { openId: string } }): OrderWithOpenId {
  return { openId: pluginUser.openId, ...order };
}
