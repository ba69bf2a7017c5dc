import { Field, ID, InputType } from 'type-graphql';
import { DateTime } from '../graphql/dateTime.ts';
import { checkLookups } from '../graphql/optionalInput.ts';
import { OrderStatus } from './orderTypes.ts';

@InputType('OrderFilter', { description: 'All given conditions hold.' })
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
}

export const checkOrderFilter = checkLookups<OrderFilterInput>('pluginId', 'goodsId', 'userId', 'openId', 'outOrderId');
