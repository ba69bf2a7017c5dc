import { Arg, Authorized, Ctx, ID, Query, Resolver } from 'type-graphql';
import { readNodeId, type PrefixedKind } from '../../rules/values/nodeId.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { findApiKey } from '../../store/keys/apiKeys.ts';
import { findAuditEntry } from '../../store/audit/audit.ts';
import { findDelivery } from '../../store/deliveries/findDeliveries.ts';
import { findAttempt } from '../../store/deliveries/deliveryAttempts.ts';
import { findGoods } from '../../store/goods/goods.ts';
import { findOrder } from '../../store/orders/orders.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import { findRefusedPayment } from '../../store/orders/refusedPayments.ts';
import { findRejectedRequest } from '../../store/rejections/rejectedRequests.ts';
import type { Store } from '../../store/database/store.ts';
import { findUser } from '../../store/users/users.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { ApiKey } from '../keys/apiKeyResolver.ts';
import { AuditEntry } from '../audit/auditResolver.ts';
import { Delivery, DeliveryAttempt } from '../deliveries/deliveryTypes.ts';
import { Goods } from '../goods/goodsResolver.ts';
import { Node } from './connection.ts';
import { Order } from '../orders/orderTypes.ts';
import { Plugin } from '../plugins/pluginTypes.ts';
import { RefusedPayment } from '../orders/refusedPaymentResolver.ts';
import { RejectedRequest } from '../rejections/rejectedRequestResolver.ts';
import { requireRank, Role } from '../door/role.ts';
import { User } from '../users/userResolver.ts';

@Resolver()
export class NodeResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Node, {
    nullable: true,
    description: 'The object with this id; null when there is none. Keys and audit entries are for the role ADMIN.',
  })
  async node(
    @Arg('id', () => ID, { description: 'The field id of any object.' }) id: string,
    @Ctx() { store, actor }: AdminContext,
  ): Promise<Node | null> {
    refuseInvalid({ id: checkLookup(id) });
    const prefixed = readNodeId(id);
    // A key without the role must not learn whether there is such an entry.
    if (prefixed?.kind === 'audit') requireRank(actor, Role.ADMIN);
    const found = await (prefixed ? finders[prefixed.kind](store, prefixed.id) : findUnprefixed(store, id));
    if (found instanceof ApiKey) requireRank(actor, Role.ADMIN);
    return found;
  }
}

const finders: Record<PrefixedKind, (store: Store, id: string) => Promise<Node | null>> = {
  delivery: async (store, orderId) => mapFound(await findDelivery(store, orderId), (row) => Delivery.of(row)),
  attempt: async (store, id) => mapFound(await findAttempt(store, BigInt(id)), (row) => DeliveryAttempt.of(row)),
  audit: async (store, id) => mapFound(await findAuditEntry(store, BigInt(id)), (row) => AuditEntry.of(row)),
  rejected: async (store, id) =>
    mapFound(await findRejectedRequest(store, BigInt(id)), (row) => RejectedRequest.of(row)),
  refused: async (store, id) => mapFound(await findRefusedPayment(store, BigInt(id)), (row) => RefusedPayment.of(row)),
};

/** Looks in all tables whose ids have no prefix. No two of their rows have the same id (see rules/values/nodeId.ts). */
async function findUnprefixed(store: Store, id: string): Promise<Node | null> {
  const found = await Promise.all([
    findPlugin(store, id).then((row) => mapFound(row, (plugin) => Object.assign(new Plugin(), plugin))),
    findOrder(store, id).then((row) => mapFound(row, (order) => Object.assign(new Order(), order))),
    findGoods(store, id).then((row) => mapFound(row, (goods) => Object.assign(new Goods(), goods))),
    findUser(store, id).then((row) => mapFound(row, (user) => Object.assign(new User(), user))),
    findApiKey(store, id).then((row) => mapFound(row, (key) => Object.assign(new ApiKey(), key))),
  ]);
  return found.find((node) => node !== null) ?? null;
}

/** Makes an instance of the class by which GraphQL finds the type of a Node. */
function mapFound<Row, Found>(row: Row | null, make: (row: Row) => Found): Found | null {
  return row && make(row);
}
