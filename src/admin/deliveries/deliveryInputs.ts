import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../graphql/dateTime.ts';
import { DeliveryFilterInput } from './deliveryFilter.ts';
import { Delivery } from './deliveryTypes.ts';
import { LargeText } from '../guards/fieldExtensions.ts';
import { responseBodyBytes } from '../guards/queryLimits.ts';

@InputType()
export abstract class Explained {
  @Field(() => String, { nullable: true, description: 'Kept for those who ask later; at most 500 characters.' })
  reason?: string | null;
}

@InputType({ description: 'The resend that is asked for.' })
export class ResendDeliveryInput extends Explained {
  @Field(() => ID, { description: 'order_id.' })
  orderId!: string;
}

@ObjectType({ description: 'The result of resendDelivery.' })
export class ResendDeliveryPayload {
  @Field(() => Delivery, { description: 'The delivery, with one notification more to come.' })
  delivery!: Delivery;
}

@InputType({ description: 'The resend that is asked for.' })
export class ResendDeliveriesInput extends Explained {
  @Field(() => DeliveryFilterInput, { description: 'At least one condition, and none of them null.' })
  filter!: DeliveryFilterInput;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: 'True: only count. Not null.' })
  dryRun?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Leaves out deliveries for which a resend was asked for at this instant or later, sent or not. To go on with what ' +
      'an earlier call left, or when its answer was lost: its requestedAt, or when it was made. Not null.',
  })
  notAskedSince?: Date | null;
}

@ObjectType({ description: 'The result of resendDeliveries.' })
export class ResendDeliveriesPayload {
  @Field(() => Int, { description: 'The number of deliveries for which a notification was asked, or would be.' })
  count!: number;

  @Field(() => Boolean, {
    description:
      'True: these are not all, since time ran out. The same call with notAskedSince goes on with the rest. ' +
      'False in a dry run.',
  })
  isPartial!: boolean;

  @Field(() => DateTime, { description: 'When this call was made. Deliveries of later payments are not among them.' })
  requestedAt!: Date;
}

@InputType({ description: 'The orders whose deliveries to make. All given conditions hold.' })
export class CreateDeliveriesInput extends Explained {
  @Field(() => ID, { description: 'Only orders of this plugin.' })
  pluginId!: string;

  @Field(() => DateTime, { nullable: true, description: 'Paid at this instant or later. Not null.' })
  paidFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Paid before this instant. Not null.' })
  paidTo?: Date | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: 'True: only count. Not null.' })
  dryRun?: boolean | null;
}

@ObjectType({ description: 'The result of createDeliveries.' })
export class CreateDeliveriesPayload {
  @Field(() => Int, { description: 'The number of orders for which a delivery was made, or would be.' })
  count!: number;

  @Field(() => Boolean, {
    description:
      'True: these are not all, since time ran out. The same call goes on with the rest. False in a dry run.',
  })
  isPartial!: boolean;
}

@InputType({ description: 'The delivery to end.' })
export class CancelDeliveryInput extends Explained {
  @Field(() => ID, { description: 'order_id.' })
  orderId!: string;
}

@ObjectType({ description: 'The result of cancelDelivery.' })
export class CancelDeliveryPayload {
  @Field(() => Delivery, { description: 'The delivery as it is now.' })
  delivery!: Delivery;
}

@InputType({ description: 'The address to try.' })
export class CheckCallbackUrlInput {
  @Field(() => String, { description: 'An absolute http or https URL.' })
  url!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Sign with the secret of this plugin; without it the signature is of a secret that nobody has.',
  })
  pluginId?: string | null;
}

@ObjectType({ description: 'The result that a real callback to the address would have had.' })
export class CallbackUrlReport {
  @Field(() => Boolean, { description: 'The message was acknowledged.' })
  ok!: boolean;

  @Field(() => [String], { description: 'The reasons why it was not acknowledged.' })
  problems!: string[];

  @Field(() => [String], { description: 'The IP addresses of its host.' })
  resolvedAddresses!: string[];

  @Field(() => Float, { nullable: true, description: 'From the start to the last byte, in milliseconds.' })
  durationMs!: number | null;

  @Field(() => Int, { nullable: true, description: 'Null: there was no response.' })
  httpStatus!: number | null;

  @LargeText(responseBodyBytes)
  @Field(() => String, { nullable: true, description: 'The first 4 KiB.' })
  responseBody!: string | null;
}
