import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { Explained } from '../deliveries/deliveryInputs.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Plugin } from '../plugins/pluginTypes.ts';
import { OrderFilterInput } from './orderFilter.ts';

/** The limit of plugins that a preview names. */
export const mostPluginsShown = 100;

@ObjectType({ description: 'The orders of a plugin for which a notification would be asked.' })
export class PluginResends {
  @Field(() => Plugin, { description: 'The plugin.' })
  plugin!: Plugin;

  @Field(() => Int, { description: 'The number of its orders.' })
  orders!: number;
}

@ObjectType({ description: 'What resendOrders would do now.' })
export class ResendPreview {
  @Field(() => DateTime, {
    description:
      'When this was counted: the notAskedSince with which resendOrders asks for none of these orders twice.',
  })
  at!: Date;

  @Field(() => Int, { description: 'The number of orders for which a notification would be asked.' })
  orders!: number;

  @Field(() => Int, { description: 'Orders that are left out, because one that was asked for waits already.' })
  alreadyAsked!: number;

  @Field(() => Int, { description: 'Orders that are left out, because their plugin has no callback address.' })
  withoutCallbackUrl!: number;

  @Field(() => [PluginResends], {
    description: `The plugins of the orders, with most orders first: at most ${mostPluginsShown}.`,
  })
  plugins!: PluginResends[];
}

@InputType({ description: 'The resend that is asked for.' })
export class ResendOrdersInput extends Explained {
  @Field(() => OrderFilterInput, { description: 'The orders. No condition may be null.' })
  filter!: OrderFilterInput;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Leaves out orders for which a resend was asked for at this instant or later, and orders that were paid later. To go ' +
      'on with what an earlier call left, or when its answer was lost: the same as in that call, or its requestedAt. Not null.',
  })
  notAskedSince?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Stops after the batch of a few hundred in which this number is reached; then isPartial is true. Not null.',
  })
  atMost?: number | null;
}

@ObjectType({ description: 'The result of resendOrders.' })
export class ResendOrdersPayload {
  @Field(() => Int, { description: 'The number of orders for which this call asked for a notification.' })
  count!: number;

  @Field(() => Boolean, { description: 'True: these may not be all. The same call with notAskedSince goes on.' })
  isPartial!: boolean;

  @Field(() => DateTime, { description: 'When this call was made.' })
  requestedAt!: Date;
}
