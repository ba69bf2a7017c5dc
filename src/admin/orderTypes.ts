import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from './dateTime.ts';

export enum OrderStatus {
  UNPAID = 'UNPAID',
  PAID = 'PAID',
}

registerEnumType(OrderStatus, { name: 'OrderStatus' });

@ObjectType({ description: 'The purchase of goods by a user.' })
export class Order {
  @Field(() => ID, { description: 'order_id: 32 letters and digits.' })
  id!: string;

  @Field(() => String, { description: 'The user as the plugin knows them.' })
  openId!: string;

  @Field(() => String, { nullable: true, description: "The developer's own number, unique in the plugin." })
  outOrderId!: string | null;

  @Field(() => String, { description: "The developer's own data; may be empty." })
  attach!: string;

  @Field(() => String, { description: 'What was paid for: the title of the goods when the order was created.' })
  body!: string;

  @Field(() => Int, {
    name: 'payFee',
    description: 'In fen (1/100 of the currency unit): the price of the goods when the order was created.',
  })
  payFeeFen!: number;

  @Field(() => OrderStatus)
  status!: `${OrderStatus}`;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Null while unpaid.' })
  paidAt!: Date | null;

  acknowledgedAt!: Date | null;
  pluginId!: string;
  goodsId!: string;
  userId!: string;
}

@ObjectType({ description: 'Whether the developer was told of a payment, and if not, why not.' })
export class Notification {
  @Field(() => String, {
    description: 'UNPAID, NO_CALLBACK_URL, WAITING, IN_FLIGHT, DELIVERED, EXHAUSTED, CANCELLED or PAUSED.',
  })
  code!: string;

  @Field(() => String, { description: 'The same in words, with what the last attempt met.' })
  message!: string;

  @Field(() => DateTime, { nullable: true })
  nextAttemptAt!: Date | null;
}

@InputType()
export class CreateOrderInput {
  @Field(() => ID)
  goodsId!: string;

  @Field(() => ID)
  userId!: string;

  @Field(() => String, { nullable: true, description: '6 to 64 characters, unique in the plugin.' })
  outOrderId?: string | null;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'At most 256 characters.' })
  attach?: string | null;
}

@ObjectType()
export class CreateOrderPayload {
  @Field(() => Order)
  order!: Order;
}

@InputType()
export class PayOrderInput {
  @Field(() => ID)
  orderId!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the user paid, if not now.' })
  paidAt?: Date | null;
}

@ObjectType()
export class PayOrderPayload {
  @Field(() => Order)
  order!: Order;
}
