import type { PageRequest } from '../../rules/values/page.ts';
import { Prisma, type OrderStatus } from '../generated/client.ts';
import { keysetPage, mapPage, type Page } from '../database/keysetPage.ts';
import { flatten, withOpenId, type OrderWithOpenId } from './orders.ts';
import type { Client, Store } from '../database/store.ts';
import { timeRange } from '../database/filters.ts';
import { sandboxSql, sandboxWhere, type SandboxFilter } from '../plugins/sandboxRows.ts';
import { matchWhere, type OrderMatch } from './searchOrders.ts';

/** The conditions on an order, all of which hold. */
export interface OrderConditions extends SandboxFilter {
  goodsId?: string;
  userId?: string;
  openId?: string;
  outOrderId?: string;
  status?: OrderStatus;
  createdFrom?: Date;
  createdTo?: Date;
  paidFrom?: Date;
  paidTo?: Date;
  /** True: paid, and the developer has not acknowledged it. False: all others. */
  unacknowledged?: boolean;
  /** The order matches one of these, which `searchOrders` found. */
  matches?: OrderMatch[];
}

export async function findOrderPage(
  store: Store,
  filter: OrderConditions,
  request: PageRequest,
): Promise<Page<OrderWithOpenId>> {
  const { prisma } = store;
  const [wanted, paid] = await Promise.all([rootOrderWhere(store, filter), createdWhenPaid(prisma, filter)]);
  const page = await keysetPage(request, keys, ({ where, ...rest }) =>
    prisma.order.findMany({ where: { AND: [wanted, paid, where] }, ...rest, include: withOpenId }),
  );
  return mapPage(page, flatten);
}

/** The most payments whose bounds are looked up, which takes a few milliseconds. */
const mostBounded = 20_000;

/**
 * Returns a condition on the creation of the orders that were paid in a period, if the period has an end and few
 * orders. The list is ordered by creation: without the condition, a page would begin at the newest order and pass all
 * that were created since, and the last page would go on to the oldest one.
 */
async function createdWhenPaid(
  client: Client,
  { paidFrom, paidTo, sandbox }: OrderConditions,
): Promise<Prisma.OrderWhereInput> {
  if (!paidTo) return {};
  const kind = sandboxSql(Prisma.sql`sandbox`, sandbox);
  const from = paidFrom ? Prisma.sql`AND paid_at >= ${paidFrom}::timestamptz` : Prisma.empty;
  const [bounds] = await client.$queryRaw<{ count: number; earliest: Date | null; latest: Date | null }[]>`
    SELECT count(*)::int AS count, min(created_at) AS earliest, max(created_at) AS latest FROM (
      SELECT created_at FROM "order" WHERE paid_at < ${paidTo}::timestamptz ${from} AND ${kind}
      LIMIT ${mostBounded + 1}::int) AS paid`;
  if (!bounds || bounds.count > mostBounded) return {};
  const { earliest, latest } = bounds;
  return earliest && latest ? { createdAt: { gte: earliest, lte: latest } } : { id: { in: [] } };
}

/** Calls for several plugins in the same tick are read by one statement. */
export async function findOrderPageOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: OrderConditions,
  request: PageRequest,
): Promise<Page<OrderWithOpenId>> {
  const page = await keysetPage(request, keys, async ({ where, ...rest }) => {
    const plugin = prisma.plugin.findUnique({ where: { id: pluginId } });
    const rows = await plugin.orders({
      where: { AND: [orderWhere(filter), where] },
      ...rest,
      include: withOpenId,
    });
    return rows ?? [];
  });
  return mapPage(page, flatten);
}

export async function countOrders(store: Store, filter: OrderConditions): Promise<number> {
  return store.prisma.order.count({ where: await rootOrderWhere(store, filter) });
}

/** Calls for several plugins in the same tick are read by one statement. */
export async function countOrdersOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: OrderConditions,
): Promise<number> {
  const plugin = await prisma.plugin.findUnique({
    where: { id: pluginId },
    select: { _count: { select: { orders: { where: orderWhere(filter) } } } },
  });
  return plugin?._count.orders ?? 0;
}

const keys = { time: 'createdAt', id: 'id' };

/** Returns the condition of a filter among all plugins: of live ones, unless it asks for sandbox plugins. */
export async function rootOrderWhere(store: Store, filter: OrderConditions): Promise<Prisma.OrderWhereInput> {
  return { AND: [orderWhere(filter), await sandboxWhere(store, filter)] };
}

function orderWhere(filter: OrderConditions): Prisma.OrderWhereInput {
  const { openId, createdFrom, createdTo, paidFrom, paidTo, unacknowledged, matches, sandbox: _, ...equal } = filter;
  const createdAt = timeRange(createdFrom, createdTo);
  const paidAt = timeRange(paidFrom, paidTo);
  return {
    AND: [
      equal,
      openId === undefined ? {} : { pluginUser: { openId } },
      createdAt ? { createdAt } : {},
      paidAt ? { paidAt } : {},
      acknowledgement(unacknowledged),
      matches ? matchWhere(matches) : {},
    ],
  };
}

/** Returns a condition in the words of the partial indexes: `order_unacknowledged` would not serve a status. */
function acknowledgement(unacknowledged: boolean | undefined): Prisma.OrderWhereInput {
  if (unacknowledged === undefined) return {};
  return unacknowledged
    ? { paidAt: { not: null }, acknowledgedAt: null }
    : { OR: [{ paidAt: null }, { acknowledgedAt: { not: null } }] };
}
