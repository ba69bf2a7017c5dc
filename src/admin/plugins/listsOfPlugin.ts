import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { countDeliveriesOfPlugin, findDeliveriesOfPlugin } from '../../store/deliveries/findDeliveries.ts';
import { countGoodsOfPlugin, findGoodsPageOfPlugin } from '../../store/goods/goods.ts';
import { countOrdersOfPlugin, findOrderPageOfPlugin } from '../../store/orders/orderLists.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { byCreation, deliveryCursor, ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { checkDeliveryFilter, DeliveryFilterInput } from '../deliveries/deliveryFilter.ts';
import { Delivery, DeliveryConnection } from '../deliveries/deliveryTypes.ts';
import { GoodsConnection, type Goods } from '../goods/goodsResolver.ts';
import { given } from '../graphql/optionalInput.ts';
import { checkOrderFilter, orderConditions, OrderFilterInput } from '../orders/orderFilter.ts';
import { OrderConnection, type Order } from '../orders/orderTypes.ts';
import { Plugin } from './pluginTypes.ts';

/** The lists inside of one plugin: its goods, orders and deliveries; the list of plugins is in pluginResolver.ts. The pages of many plugins are one statement, and so are their totals. */
@Resolver(() => Plugin)
export class ListsOfPlugin {
  @FieldResolver(() => GoodsConnection, {
    description: 'The goods of the developer console, the newest first; those of POST /goods are not among them.',
  })
  async consoleGoods(
    @Root() { id }: Plugin,
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<Goods>> {
    const filter = { source: 'CONSOLE' } as const;
    return toConnection(
      await findGoodsPageOfPlugin(store, id, filter, readPageRequest(page, 'goods')),
      byCreation('goods'),
      (row) => row,
      () => countGoodsOfPlugin(store, id, filter),
    );
  }

  @CheckedArguments(checkOrderFilter)
  @FieldResolver(() => OrderConnection, { description: 'The orders of its goods, the newest first.' })
  async orders(
    @Root() { id }: Plugin,
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('filter', () => OrderFilterInput, { nullable: true, description: 'Only those that match.' })
    filter: OrderFilterInput | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<Order>> {
    const conditions = await orderConditions(store, filter, { pluginId: id });
    return toConnection(
      await findOrderPageOfPlugin(store, id, conditions, readPageRequest(page, 'order')),
      byCreation('order'),
      (row) => row,
      () => countOrdersOfPlugin(store, id, conditions),
    );
  }

  @CheckedArguments(checkDeliveryFilter)
  @FieldResolver(() => DeliveryConnection, { description: 'Its deliveries, the newest first.' })
  async deliveries(
    @Root() { id }: Plugin,
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('filter', () => DeliveryFilterInput, { nullable: true, description: 'Only those that match.' })
    filter: DeliveryFilterInput | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<Delivery>> {
    const conditions = given<DeliveryFilterInput>(filter ?? {});
    return toConnection(
      await findDeliveriesOfPlugin(store, id, conditions, readPageRequest(page, 'delivery')),
      deliveryCursor,
      (row) => Delivery.of(row),
      () => countDeliveriesOfPlugin(store, id, conditions),
    );
  }
}
