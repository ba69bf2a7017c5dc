import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../rules/page.ts';
import { refuseInvalid } from '../rules/refusal.ts';
import { checkLookup } from '../rules/values.ts';
import { countDeliveries, findDeliveries, findDelivery } from '../store/deliveries.ts';
import { findAttempts } from '../store/deliveryAttempts.ts';
import { findOrder } from '../store/orders.ts';
import { findPlugin } from '../store/plugins.ts';
import type { AdminContext } from './adminContext.ts';
import { PageArgs, toConnection, type Connection } from './connection.ts';
import { DateTime } from './dateTime.ts';
import { Delivery, DeliveryAttempt, DeliveryConnection, DeliveryFilter } from './deliveryTypes.ts';
import { checkGiven, given } from './optionalInput.ts';
import { Order } from './orderTypes.ts';
import { Plugin } from './pluginTypes.ts';
import { Role } from './role.ts';

@Resolver(() => Delivery)
export class DeliveryResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Delivery, { nullable: true, description: 'The delivery of an order, if it has one.' })
  async delivery(
    @Arg('orderId', () => ID) orderId: string,
    @Ctx() { settings }: AdminContext,
  ): Promise<Delivery | null> {
    refuseInvalid({ orderId: checkLookup(orderId) });
    const row = await findDelivery(settings.store, orderId);
    return row && new Delivery(row);
  }

  @Authorized(Role.VIEWER)
  @Query(() => DeliveryConnection, { description: 'Newest first.' })
  async deliveries(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => DeliveryFilter, { nullable: true }) filter: DeliveryFilter | null,
    @Ctx() { settings }: AdminContext,
  ): Promise<Connection<Delivery>> {
    const conditions = given<DeliveryFilter>(filter ?? {});
    refuseInvalid({ 'filter.pluginId': checkGiven(conditions.pluginId, checkLookup) });
    return toConnection(
      await findDeliveries(settings.store, conditions, readPageRequest(page)),
      ({ createdAt, orderId }) => ({ time: createdAt, id: orderId }),
      (row) => new Delivery(row),
      () => countDeliveries(settings.store, conditions),
    );
  }

  @FieldResolver(() => Order)
  async order(@Root() { row }: Delivery, @Ctx() { settings }: AdminContext): Promise<Order | null> {
    return findOrder(settings.store, row.orderId);
  }

  @FieldResolver(() => Plugin)
  async plugin(@Root() { row }: Delivery, @Ctx() { settings }: AdminContext): Promise<Plugin | null> {
    return findPlugin(settings.store, row.pluginId);
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When the developer first answered SUCCESS.' })
  async acknowledgedAt(@Root() { row }: Delivery, @Ctx() { settings }: AdminContext): Promise<Date | null> {
    const order = await findOrder(settings.store, row.orderId);
    return order?.acknowledgedAt ?? null;
  }

  @FieldResolver(() => [DeliveryAttempt], { description: 'Oldest first.' })
  async attempts(@Root() { row }: Delivery, @Ctx() { settings }: AdminContext): Promise<DeliveryAttempt[]> {
    const attempts = await findAttempts(settings.store, row.orderId);
    return attempts.map((attempt) => new DeliveryAttempt(attempt));
  }
}

@Resolver(() => DeliveryAttempt)
export class DeliveryAttemptResolver {
  @FieldResolver(() => Delivery)
  async delivery(@Root() { row }: DeliveryAttempt, @Ctx() { settings }: AdminContext): Promise<Delivery | null> {
    const delivery = await findDelivery(settings.store, row.orderId);
    return delivery && new Delivery(delivery);
  }
}
