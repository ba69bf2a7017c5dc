import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkAttach, checkLookup, checkOutOrderId, checkPaidAt } from '../../rules/values/values.ts';
import { explainNotification } from '../../rules/callbacks/notification.ts';
import { findDelivery } from '../../store/deliveries/findDeliveries.ts';
import { findLastEndedAttempt } from '../../store/deliveries/deliveryAttempts.ts';
import { findGoods } from '../../store/goods/goods.ts';
import { countOrders, findOrderPage } from '../../store/orders/orderLists.ts';
import { createOrder, findOrder } from '../../store/orders/orders.ts';
import { recordPayment } from '../../store/orders/recordPayment.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import { canSign } from '../../store/plugins/pluginSecrets.ts';
import { findRefusedPaymentsOfOrder, mostOfAnOrder, PaymentRefused } from '../../store/orders/refusedPayments.ts';
import { findUser } from '../../store/users/users.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { withHints } from '../graphql/phrase.ts';
import { byCreation, PageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { Delivery } from '../deliveries/deliveryTypes.ts';
import { Goods } from '../goods/goodsResolver.ts';
import { Input } from '../graphql/optionalInput.ts';
import { checkOrderFilter, orderConditions, OrderFilterInput } from './orderFilter.ts';
import {
  CreateOrderInput,
  CreateOrderPayload,
  Notification,
  Order,
  OrderConnection,
  PayOrderInput,
  PayOrderPayload,
} from './orderTypes.ts';
import { Plugin } from '../plugins/pluginTypes.ts';
import { RefusedPayment } from './refusedPaymentResolver.ts';
import { Role } from '../door/role.ts';
import { User } from '../users/userResolver.ts';

@Resolver(() => Order)
export class OrderResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Order, { nullable: true, description: 'Null when there is no such order.' })
  async order(
    @Arg('id', () => ID, { description: 'order_id.' }) id: string,
    @Ctx() { store }: AdminContext,
  ): Promise<Order | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findOrder(store, id);
  }

  @Authorized(Role.VIEWER)
  @CheckedArguments(checkOrderFilter)
  @Query(() => OrderConnection, { description: 'Orders of all plugins, the newest first.' })
  async orders(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => OrderFilterInput, { nullable: true, description: 'Only those that match.' })
    filter: OrderFilterInput | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<Order>> {
    const conditions = await orderConditions(store, filter);
    return toConnection(
      await findOrderPage(store, conditions, readPageRequest(page, 'order')),
      byCreation('order'),
      (row) => row,
      () => countOrders(store, conditions),
    );
  }

  @FieldResolver(() => Plugin, { description: 'The plugin in which it was bought.' })
  async plugin(@Root() order: Order, @Ctx() { store }: AdminContext): Promise<Plugin | null> {
    return findPlugin(store, order.pluginId);
  }

  @FieldResolver(() => Goods, { description: 'The goods that were bought, as they are now.' })
  async goods(@Root() order: Order, @Ctx() { store }: AdminContext): Promise<Goods | null> {
    return findGoods(store, order.goodsId);
  }

  @FieldResolver(() => User, { description: 'The user who bought it.' })
  async user(@Root() order: Order, @Ctx() { store }: AdminContext): Promise<User | null> {
    return findUser(store, order.userId);
  }

  @FieldResolver(() => Delivery, {
    nullable: true,
    description: 'Null while unpaid, or if the plugin had no callback URL at payment.',
  })
  async delivery(@Root() order: Order, @Ctx() { store }: AdminContext): Promise<Delivery | null> {
    const row = await findDelivery(store, order.id);
    return row && Delivery.of(row);
  }

  @FieldResolver(() => [RefusedPayment], {
    description: `Refused payments of this order, though the user may have paid: the newest ${mostOfAnOrder}, the newest first.`,
    complexity: ({ childComplexity }) => mostOfAnOrder * (1 + childComplexity),
  })
  async refusedPayments(@Root() order: Order, @Ctx() { store }: AdminContext): Promise<RefusedPayment[]> {
    const rows = await findRefusedPaymentsOfOrder(store, order.id);
    return rows.map((row) => RefusedPayment.of(row));
  }

  @FieldResolver(() => Notification, { description: 'Whether the developer was notified, and if not, why not.' })
  async notification(@Root() order: Order, @Ctx() { store, settings }: AdminContext): Promise<Notification> {
    const { clock, leaseMs } = settings;
    const [plugin, delivery] = await Promise.all([findPlugin(store, order.pluginId), findDelivery(store, order.id)]);
    const isPaid = order.status === 'PAID';
    const now = clock();
    const nextAttemptAt = delivery && Delivery.of(delivery).nextAttemptAt;
    const isDue = nextAttemptAt !== null && nextAttemptAt <= now;
    const facts = {
      isPaid,
      refusedPayment: isPaid ? null : ((await findRefusedPaymentsOfOrder(store, order.id))[0] ?? null),
      acknowledgedAt: order.acknowledgedAt,
      callbackUrl: plugin?.callbackUrl ?? null,
      isSandbox: plugin?.sandbox ?? false,
      deliveriesPaused: plugin?.deliveriesPaused ?? false,
      // The secrets matter only when a notification is due, so they are not read before.
      canSign: !isDue || (await canSign(store, order.pluginId, now)),
      leaseMs,
      delivery: delivery && { ...delivery, nextAttemptAt },
      lastAttempt: delivery && (await findLastEndedAttempt(store, delivery)),
    };
    const notification = explainNotification(facts, now);
    return { ...notification, phrases: withHints(notification.phrases) };
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateOrderPayload, {
    description:
      'Creates an unpaid order. If an unpaid order has the same outOrderId, goods, user and attach, it is returned ' +
      'instead. Any other use of an outOrderId that is taken is a CONFLICT.',
  })
  async createOrder(
    @Input(() => CreateOrderInput) input: CreateOrderInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreateOrderPayload> {
    const outOrderId = input.outOrderId ?? null;
    const attach = input.attach ?? '';
    refuseInvalid({
      goodsId: checkLookup(input.goodsId),
      userId: checkLookup(input.userId),
      outOrderId: outOrderId === null ? undefined : checkOutOrderId(outOrderId),
      attach: checkAttach(attach),
    });
    const order = { goodsId: input.goodsId, userId: input.userId, outOrderId, attach };
    return { order: await createOrder(store, order, settings.clock()) };
  }

  @Authorized(Role.OPERATOR)
  @Mutation(() => PayOrderPayload, {
    description:
      'Records that the user has paid. Repeating the call changes nothing and returns the same order. A payment that ' +
      'is refused, as a CONFLICT or because paidAt is not plausible, is kept in refusedPayments, since the user may ' +
      'have paid.',
  })
  async payOrder(
    @Input(() => PayOrderInput) { orderId, paidAt }: PayOrderInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<PayOrderPayload> {
    const now = settings.clock();
    // If orderId is well-formed, the store checks paidAt, since it keeps what it refuses.
    const orderProblem = checkLookup(orderId);
    if (orderProblem) refuseInvalid({ orderId: orderProblem, paidAt: paidAt ? checkPaidAt(paidAt, now) : undefined });
    try {
      return { order: await recordPayment(store, orderId, paidAt ?? null, settings.schedule, now) };
    } catch (error) {
      if (error instanceof PaymentRefused)
        settings.onPaymentRefused({ orderId, paidAt: paidAt ?? null, ...error.refused });
      throw error;
    }
  }
}
