import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, Node } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { enumType } from '../graphql/enumType.ts';
import { Phrase } from '../graphql/phrase.ts';

export const OrderStatus = enumType('OrderStatus', 'Whether an order is paid.', {
  UNPAID: 'Created, and no payment recorded.',
  PAID: 'The payment is recorded; it is final.',
});
export type OrderStatus = keyof typeof OrderStatus;

@ObjectType({ implements: Node, description: 'The purchase of goods by a user.' })
export class Order {
  @Field(() => ID, { description: 'order_id: 32 letters and digits.' })
  id!: string;

  @Field(() => String, { description: "The user's open_id in the plugin." })
  openId!: string;

  @Field(() => String, { nullable: true, description: "The developer's own number, unique in the plugin." })
  outOrderId!: string | null;

  @Field(() => String, { description: "The developer's own data; may be empty." })
  attach!: string;

  @Field(() => String, { description: 'The title of the goods when the order was created.' })
  body!: string;

  @Field(() => Int, {
    name: 'payFee',
    description: 'In fen (1/100 of the currency unit): the price of the goods when the order was created.',
  })
  payFeeFen!: number;

  @Field(() => OrderStatus, { description: 'Whether it is paid.' })
  status!: OrderStatus;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Null while unpaid.' })
  paidAt!: Date | null;

  // The rest is for resolvers, not in the schema.
  acknowledgedAt!: Date | null;
  pluginId!: string;
  goodsId!: string;
  userId!: string;
}

export const OrderConnection = connectionType('Order', 'order', () => Order);

@ObjectType({ description: 'Whether the developer was notified of a payment, and if not, why not.' })
export class Notification {
  @Field(() => String, {
    description: 'UNPAID, NO_CALLBACK_URL, WAITING, IN_FLIGHT, DELIVERED, EXHAUSTED, CANCELLED or PAUSED.',
  })
  code!: string;

  @Field(() => String, { description: 'The code in words, and the result of the last attempt.' })
  message!: string;

  @Field(() => [Phrase], {
    description: 'The sentences of the message as data. One about an attempt is followed by its hint (HINT_…).',
  })
  phrases!: Phrase[];

  @Field(() => DateTime, { nullable: true, description: 'When the next notification is due, if one is.' })
  nextAttemptAt!: Date | null;
}

@InputType({ description: 'The order to create.' })
export class CreateOrderInput {
  @Field(() => ID, { description: 'The goods that are bought.' })
  goodsId!: string;

  @Field(() => ID, { description: 'The user who buys them.' })
  userId!: string;

  @Field(() => String, {
    nullable: true,
    description: '6 to 64 characters, none of them invisible; unique in the plugin.',
  })
  outOrderId?: string | null;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'At most 256 characters.' })
  attach?: string | null;
}

@ObjectType({ description: 'The result of createOrder.' })
export class CreateOrderPayload {
  @Field(() => Order, { description: 'The order, unpaid.' })
  order!: Order;
}

@InputType({ description: 'The payment to record.' })
export class PayOrderInput {
  @Field(() => ID, { description: 'order_id.' })
  orderId!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the user paid; left out: now. At most 10 minutes before the order was created.',
  })
  paidAt?: Date | null;
}

@ObjectType({ description: 'The result of payOrder.' })
export class PayOrderPayload {
  @Field(() => Order, { description: 'The order, paid.' })
  order!: Order;
}
