import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { countDeliveries, findDeliveries, findDelivery } from '../../store/deliveries/findDeliveries.ts';
import { countAttempts, findAttemptPage, findNewestAttempts } from '../../store/deliveries/deliveryAttempts.ts';
import { findOrder } from '../../store/orders/orders.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments, LargeText, Reads } from '../guards/fieldExtensions.ts';
import { callbackBodyBytes, responseBodyBytes } from '../guards/queryLimits.ts';
import { deliveryCursor, PageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import {
  checkAttemptFilter,
  checkDeliveryFilter,
  DeliveryAttemptFilterInput,
  DeliveryFilterInput,
} from './deliveryFilter.ts';
import { Delivery, DeliveryAttempt, DeliveryAttemptConnection, DeliveryConnection } from './deliveryTypes.ts';
import { given } from '../graphql/optionalInput.ts';
import { Order } from '../orders/orderTypes.ts';
import { Plugin } from '../plugins/pluginTypes.ts';
import { Role } from '../door/role.ts';

/**
 * The most attempts that the field `attempts` shows: several times as many as the automatic ones, but few enough that
 * one request can select those of a hundred orders.
 */
const mostShownAttempts = 30;

@Resolver(() => Delivery)
export class DeliveryResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Delivery, { nullable: true, description: 'The delivery of an order, if it has one.' })
  async delivery(
    @Arg('orderId', () => ID, { description: 'order_id.' }) orderId: string,
    @Ctx() { store }: AdminContext,
  ): Promise<Delivery | null> {
    refuseInvalid({ orderId: checkLookup(orderId) });
    const row = await findDelivery(store, orderId);
    return row && Delivery.of(row);
  }

  @Authorized(Role.VIEWER)
  @CheckedArguments(checkDeliveryFilter)
  @Query(() => DeliveryConnection, { description: 'The deliveries of all plugins, the newest first.' })
  async deliveries(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => DeliveryFilterInput, { nullable: true, description: 'Only those that match.' })
    filter: DeliveryFilterInput | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<Delivery>> {
    const conditions = given<DeliveryFilterInput>(filter ?? {});
    return toConnection(
      await findDeliveries(store, conditions, readPageRequest(page, 'delivery')),
      deliveryCursor,
      (row) => Delivery.of(row),
      () => countDeliveries(store, conditions),
    );
  }

  @FieldResolver(() => Order, { description: 'The order that was paid.' })
  async order(@Root() { row }: Delivery, @Ctx() { store }: AdminContext): Promise<Order | null> {
    return findOrder(store, row.orderId);
  }

  @FieldResolver(() => Plugin, { description: 'The plugin whose developer is notified.' })
  async plugin(@Root() { row }: Delivery, @Ctx() { store }: AdminContext): Promise<Plugin | null> {
    return findPlugin(store, row.pluginId);
  }

  @Reads()
  @FieldResolver(() => DateTime, { nullable: true, description: 'When the developer first answered SUCCESS.' })
  async acknowledgedAt(@Root() { row }: Delivery, @Ctx() { store }: AdminContext): Promise<Date | null> {
    const order = await findOrder(store, row.orderId);
    return order?.acknowledgedAt ?? null;
  }

  @FieldResolver(() => [DeliveryAttempt], {
    description:
      `Oldest first: the newest ${mostShownAttempts}, which are all of them unless there were many manual resends. ` +
      'deliveryAttempts(filter: { orderId }) lists all, in pages.',
    complexity: ({ childComplexity }) => mostShownAttempts * (1 + childComplexity),
  })
  async attempts(@Root() { row }: Delivery, @Ctx() { store }: AdminContext): Promise<DeliveryAttempt[]> {
    const attempts = await findNewestAttempts(store, row.orderId, mostShownAttempts);
    return attempts.map((attempt) => DeliveryAttempt.of(attempt));
  }
}

@Resolver(() => DeliveryAttempt)
export class DeliveryAttemptResolver {
  @Authorized(Role.VIEWER)
  @CheckedArguments(checkAttemptFilter)
  @Query(() => DeliveryAttemptConnection, { description: 'The POSTs to developers, the newest first.' })
  async deliveryAttempts(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => DeliveryAttemptFilterInput, { nullable: true, description: 'Only those that match.' })
    filter: DeliveryAttemptFilterInput | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<DeliveryAttempt>> {
    const conditions = given<DeliveryAttemptFilterInput>(filter ?? {});
    return toConnection(
      await findAttemptPage(store, conditions, readPageRequest(page, 'attempt')),
      ({ startedAt, id }) => ({ kind: 'attempt', time: startedAt, id: id.toString() }),
      (row) => DeliveryAttempt.of(row),
      () => countAttempts(store, conditions),
    );
  }

  @FieldResolver(() => Delivery, { description: 'The delivery that this attempt belongs to.' })
  async delivery(@Root() { row }: DeliveryAttempt, @Ctx() { store }: AdminContext): Promise<Delivery | null> {
    const delivery = await findDelivery(store, row.orderId);
    return delivery && Delivery.of(delivery);
  }

  @LargeText(callbackBodyBytes)
  @Reads()
  @FieldResolver(() => String, { description: 'Exactly the text that was sent.' })
  async requestBody(@Root() { row }: DeliveryAttempt, @Ctx() { bodies }: AdminContext): Promise<string> {
    return (await bodies.load(row.id)).requestBody;
  }

  @LargeText(responseBodyBytes)
  @Reads()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The first 4 KiB; bytes that are not UTF-8 show as U+FFFD.',
  })
  async responseBody(@Root() { row }: DeliveryAttempt, @Ctx() { bodies }: AdminContext): Promise<string | null> {
    return (await bodies.load(row.id)).responseBody;
  }
}
