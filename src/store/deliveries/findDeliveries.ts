import type { PageRequest } from '../../rules/values/page.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import { readByKey } from '../database/readByKey.ts';
import type { Store } from '../database/store.ts';
import { stateColumns } from './deliveryStateRows.ts';
import { timeRange } from '../database/filters.ts';
import { sandboxWhere, type SandboxFilter } from '../plugins/sandboxRows.ts';
import type { Delivery, DeliveryStatus, Prisma } from '../generated/client.ts';

export type { Delivery };

export interface DeliveryFilter extends SandboxFilter {
  status?: DeliveryStatus;
  createdFrom?: Date;
  createdTo?: Date;
  /** Something is due before this instant. */
  dueBefore?: Date;
}

export async function findDelivery(store: Store, orderId: string): Promise<Delivery | null> {
  return (await readDelivery(store, orderId))[0] ?? null;
}

const readDelivery = readByKey<Delivery>({
  name: 'delivery_by_order',
  text: `
    SELECT asked.place::int AS place, order_id AS "orderId", plugin_id AS "pluginId", ${stateColumns.text},
      delivery.created_at AS "createdAt", delivery.due_at AS "dueAt", delivery.traceparent,
      delivery.resend_traceparent AS "resendTraceparent", delivery.sandbox
    FROM unnest($1::text[]) WITH ORDINALITY AS asked(order_id, place) JOIN delivery USING (order_id)`,
});

export async function findDeliveries(
  store: Store,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<Delivery>> {
  const wanted = await rootWhere(store, filter);
  return keysetPage(request, keys, ({ where, ...rest }) =>
    store.prisma.delivery.findMany({ where: { AND: [wanted, where] }, ...rest }),
  );
}

/** Calls for several plugins in the same tick are read by one statement. */
export async function findDeliveriesOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<Delivery>> {
  return keysetPage(request, keys, async ({ where, ...rest }) => {
    const plugin = prisma.plugin.findUnique({ where: { id: pluginId } });
    return (await plugin.deliveries({ where: { AND: [deliveryWhere(filter), where] }, ...rest })) ?? [];
  });
}

const keys = { time: 'createdAt', id: 'orderId' };

export async function countDeliveries(store: Store, filter: DeliveryFilter): Promise<number> {
  return store.prisma.delivery.count({ where: await rootWhere(store, filter) });
}

/** Calls for several plugins in the same tick are read by one statement. */
export async function countDeliveriesOfPlugin(
  { prisma }: Store,
  pluginId: string,
  filter: DeliveryFilter,
): Promise<number> {
  const plugin = await prisma.plugin.findUnique({
    where: { id: pluginId },
    select: { _count: { select: { deliveries: { where: deliveryWhere(filter) } } } },
  });
  return plugin?._count.deliveries ?? 0;
}

/** Returns the condition of a filter among all plugins: of live ones, unless it asks for sandbox plugins. */
export async function rootWhere(store: Store, filter: DeliveryFilter): Promise<Prisma.DeliveryWhereInput> {
  return { AND: [deliveryWhere(filter), await sandboxWhere(store, filter)] };
}

function deliveryWhere(filter: DeliveryFilter): Prisma.DeliveryWhereInput {
  const { pluginId, status, createdFrom, createdTo, dueBefore } = filter;
  const createdAt = timeRange(createdFrom, createdTo);
  return {
    ...(pluginId !== undefined && { pluginId }),
    ...(status && { status }),
    ...(createdAt && { createdAt }),
    ...(dueBefore && { dueAt: { lt: dueBefore } }),
  };
}
