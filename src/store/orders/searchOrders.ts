import { writingsOf } from '../../rules/values/searchedWritings.ts';
import type { Prisma } from '../generated/client.ts';
import { partOf } from '../database/filters.ts';
import type { Store } from '../database/store.ts';
import type { SandboxFilter } from '../plugins/sandboxRows.ts';

/** Meanings of a searched text. Orders with any of them are found. */
export type OrderMatch = { ids: string[] } | { outOrderIds: string[] } | { openIds: string[] } | { goodsIds: string[] };

/** The limit of goods whose orders a search finds. The newest goods count. */
const mostGoods = 100;

/**
 * Returns what a searched text means: an order_id, an out_order_id, an open_id, a goods_id, or a part of the title of
 * goods, in each of its writings. Each is looked up by its index first, because a list by all conditions together would read every order. If the
 * list has the orders of one plugin, only goods of that plugin are found; otherwise live goods or those of sandbox
 * plugins, as the orders are. Empty: nothing matches.
 */
export async function searchOrders(
  { prisma }: Store,
  text: string,
  { pluginId, goodsId, sandbox }: SandboxFilter & { goodsId?: string } = {},
): Promise<OrderMatch[]> {
  const ofPlugin = pluginId === undefined ? { sandbox: sandbox ? { not: null } : null } : { pluginId };
  const ofGoods = goodsId === undefined ? {} : { id: goodsId };
  const { ofNumber, ofText } = writingsOf(text);
  const written = { in: ofNumber };
  const [order, numbered, user, goods] = await Promise.all([
    prisma.order.findFirst({ where: { id: written }, select: { id: true } }),
    prisma.order.findFirst({ where: { outOrderId: written }, select: { id: true } }),
    prisma.pluginUser.findFirst({ where: { openId: written }, select: { userId: true } }),
    prisma.goods.findMany({
      where: {
        AND: [{ OR: [{ id: written }, ...ofText.map((title) => ({ title: partOf(title) }))] }, ofPlugin, ofGoods],
      },
      orderBy: { createdAt: 'desc' },
      take: mostGoods,
      select: { id: true },
    }),
  ]);
  return [
    ...(order ? [{ ids: ofNumber }] : []),
    ...(numbered ? [{ outOrderIds: ofNumber }] : []),
    ...(user ? [{ openIds: ofNumber }] : []),
    ...(goods.length > 0 ? [{ goodsIds: goods.map(({ id }) => id) }] : []),
  ];
}

/** Returns the condition that an order has one of these matches. */
export function matchWhere(matches: OrderMatch[]): Prisma.OrderWhereInput {
  // Prisma leaves out an OR of nothing where other conditions stand around it: then every order would match.
  if (matches.length === 0) return { id: { in: [] } };
  return {
    OR: matches.map((match) => {
      if ('ids' in match) return { id: { in: match.ids } };
      if ('outOrderIds' in match) return { outOrderId: { in: match.outOrderIds } };
      if ('openIds' in match) return { pluginUser: { openId: { in: match.openIds } } };
      return { goodsId: { in: match.goodsIds } };
    }),
  };
}
