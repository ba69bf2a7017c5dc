import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Delivery, DeliveryFilter } from './deliveryTypes.ts';

@InputType()
export class ResendDeliveryInput {
  @Field(() => ID)
  orderId!: string;

  @Field(() => String, { nullable: true, description: 'Kept for whoever asks later; at most 500 characters.' })
  reason?: string | null;
}

@ObjectType()
export class ResendDeliveryPayload {
  @Field(() => Delivery)
  delivery!: Delivery;
}

@InputType()
export class ResendDeliveriesInput {
  @Field(() => DeliveryFilter, { description: 'At least one condition.' })
  filter!: DeliveryFilter;

  @Field(() => String, { nullable: true, description: 'Kept for whoever asks later; at most 500 characters.' })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: 'True: only count.' })
  dryRun?: boolean | null;
}

@ObjectType()
export class ResendDeliveriesPayload {
  @Field(() => Int, { description: 'How many deliveries the filter has.' })
  count!: number;
}

@InputType()
export class CancelDeliveryInput {
  @Field(() => ID)
  orderId!: string;

  @Field(() => String, { nullable: true, description: 'Kept for whoever asks later; at most 500 characters.' })
  reason?: string | null;
}

@ObjectType()
export class CancelDeliveryPayload {
  @Field(() => Delivery)
  delivery!: Delivery;
}

@InputType()
export class CheckCallbackUrlInput {
  @Field(() => String, { description: 'An absolute http or https URL.' })
  url!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Sign with the secret of this plugin; without it the signature is of a secret that nobody has.',
  })
  pluginId?: string | null;
}

@ObjectType({ description: 'What a real callback to the address would have met.' })
export class CallbackUrlReport {
  @Field(() => Boolean, { description: 'The message was acknowledged.' })
  ok!: boolean;

  @Field(() => [String], { description: 'What kept it from being acknowledged.' })
  problems!: string[];

  @Field(() => [String])
  resolvedAddresses!: string[];

  @Field(() => Float, { nullable: true })
  durationMs!: number | null;

  @Field(() => Int, { nullable: true })
  httpStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'The first 4 KiB.' })
  responseBody!: string | null;
}
