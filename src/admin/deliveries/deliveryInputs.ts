import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../graphql/dateTime.ts';
import { DeliveryFilterInput } from './deliveryFilter.ts';
import { Delivery } from './deliveryTypes.ts';
import { Explained } from '../graphql/explained.ts';
import { Phrase } from '../graphql/phrase.ts';
import { LargeText } from '../guards/fieldExtensions.ts';
import { responseBodyBytes } from '../guards/queryLimits.ts';

@InputType({ description: 'The resend to request.' })
export class ResendDeliveryInput extends Explained {
  @Field(() => ID, { description: 'order_id.' })
  orderId!: string;
}

@ObjectType({ description: 'The result of resendDelivery.' })
export class ResendDeliveryPayload {
  @Field(() => Delivery, { description: 'The delivery, with one more notification to come.' })
  delivery!: Delivery;
}

@InputType({ description: 'The resend to request.' })
export class ResendDeliveriesInput extends Explained {
  @Field(() => DeliveryFilterInput, { description: 'At least one condition, and none of them null.' })
  filter!: DeliveryFilterInput;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'True: only count, and change nothing. Must not be null.',
  })
  dryRun?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Leaves out deliveries for which a resend was requested at this time or later, whether it was sent or not. To ' +
      'continue after a partial call, send its requestedAt; if its answer was lost, the time at which you made it. ' +
      'Leave it out rather than send null.',
  })
  notAskedSince?: Date | null;
}

@ObjectType({ description: 'The result of resendDeliveries.' })
export class ResendDeliveriesPayload {
  @Field(() => Int, {
    description: 'The number of deliveries for which a notification was requested, or in a dry run would be.',
  })
  count!: number;

  @Field(() => Boolean, {
    description:
      'True: time ran out, and deliveries may be left. Repeat the call with notAskedSince to continue. False in a dry run.',
  })
  isPartial!: boolean;

  @Field(() => DateTime, { description: 'When this call was made. Deliveries of later payments are left out.' })
  requestedAt!: Date;
}

@InputType({ description: 'The orders for which to create deliveries. All given conditions must hold.' })
export class CreateDeliveriesInput extends Explained {
  @Field(() => ID, { description: 'Only orders of this plugin.' })
  pluginId!: string;

  @Field(() => DateTime, { nullable: true, description: 'Paid at this time or later. Must not be null.' })
  paidFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Paid before this time. Must not be null.' })
  paidTo?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'True: only count, and change nothing. Must not be null.',
  })
  dryRun?: boolean | null;
}

@ObjectType({ description: 'The result of createDeliveries.' })
export class CreateDeliveriesPayload {
  @Field(() => Int, { description: 'The number of orders for which a delivery was created, or in a dry run would be.' })
  count!: number;

  @Field(() => Boolean, {
    description: 'True: time ran out, and orders may be left. Repeat the call to continue. False in a dry run.',
  })
  isPartial!: boolean;
}

@InputType({ description: 'The delivery to cancel.' })
export class CancelDeliveryInput extends Explained {
  @Field(() => ID, { description: 'order_id.' })
  orderId!: string;
}

@ObjectType({ description: 'The result of cancelDelivery.' })
export class CancelDeliveryPayload {
  @Field(() => Delivery, { description: 'The delivery as it is now.' })
  delivery!: Delivery;
}

@InputType({ description: 'The callback URL to check.' })
export class CheckCallbackUrlInput {
  @Field(() => String, { description: 'An absolute http or https URL.' })
  url!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Signs the test message with the secret of this plugin. Left out: with a secret that nobody has.',
  })
  pluginId?: string | null;
}

@ObjectType({ description: 'The result that a real callback to this URL would have had.' })
export class CallbackUrlReport {
  @Field(() => Boolean, { description: 'The message was acknowledged.' })
  ok!: boolean;

  @Field(() => [String], { description: 'The reasons why it was not acknowledged.' })
  problems!: string[];

  @Field(() => [Phrase], {
    description: 'The problems as data. The sentence about the message is followed by its hint (HINT_…).',
  })
  phrases!: Phrase[];

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
