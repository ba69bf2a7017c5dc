import { Field, ID, InputType } from 'type-graphql';
import { DateTime } from '../graphql/dateTime.ts';
import { sandboxCondition } from '../graphql/sandboxCondition.ts';
import type { Store } from '../../store/database/store.ts';
import type { OrderConditions } from '../../store/orders/orderLists.ts';
import { searchOrders } from '../../store/orders/searchOrders.ts';
import { checkLookups, given } from '../graphql/optionalInput.ts';
import { OrderStatus } from './orderTypes.ts';

@InputType('OrderFilter', { description: 'All given conditions must hold.' })
export class OrderFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only of this plugin.' })
  pluginId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only of these goods.' })
  goodsId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Bought by this user.' })
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'Bought by the user with this open_id.' })
  openId?: string | null;

  @Field(() => String, { nullable: true, description: 'With this out_order_id.' })
  outOrderId?: string | null;

  @Field(() => OrderStatus, { nullable: true, description: 'In this state.' })
  status?: OrderStatus | null;

  @Field(() => DateTime, { nullable: true, description: 'Created at this instant or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Created before this instant.' })
  createdTo?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Paid at this instant or later.' })
  paidFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Paid before this instant.' })
  paidTo?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: paid, and the developer has never acknowledged it. False: all others.',
  })
  unacknowledged?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: sandboxCondition })
  sandbox?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'An order_id, an out_order_id, an open_id, a goods_id, or a part of the title of the goods. It may be written as a ' +
      'caller reads it out: full-width characters are the same as ordinary ones; white space, invisible characters and ' +
      'a # before it need not be there. Upper and lower case are the same in a title. The others are found as they are ' +
      'given, in lower case and in upper case.',
  })
  search?: string | null;
}

/**
 * Returns the conditions of a filter. The searched text is replaced by what it can mean in the plugin whose orders are
 * listed.
 */
export async function orderConditions(
  store: Store,
  filter: OrderFilterInput | null,
  listed: { pluginId?: string } = {},
): Promise<OrderConditions> {
  const { search, ...conditions } = given<OrderFilterInput>(filter ?? {});
  if (search === undefined) return conditions;
  return { ...conditions, matches: await searchOrders(store, search, { ...conditions, ...listed }) };
}

export const checkOrderFilter = checkLookups<OrderFilterInput>(
  'pluginId',
  'goodsId',
  'userId',
  'openId',
  'outOrderId',
  'search',
);
