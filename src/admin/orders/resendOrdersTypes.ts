import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { Explained } from '../graphql/explained.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Plugin } from '../plugins/pluginTypes.ts';
import { OrderFilterInput } from './orderFilter.ts';

/** The limit of plugins that a preview names. */
export const mostPluginsShown = 100;

@ObjectType({ description: 'The orders of a plugin for which a notification would be requested.' })
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
      'When this was counted. Pass it to resendOrders as notAskedSince: then no order is notified twice, even if you ' +
      'repeat the call.',
  })
  at!: Date;

  @Field(() => Int, { description: 'The number of orders for which a notification would be requested.' })
  orders!: number;

  @Field(() => Int, {
    description: 'Orders that are left out, because a notification that staff asked for is already waiting.',
  })
  alreadyAsked!: number;

  @Field(() => Int, {
    description: 'Orders that are left out, because they have no delivery and their plugin has no callback URL.',
  })
  withoutCallbackUrl!: number;

  @Field(() => [PluginResends], {
    description: `The plugins of the orders, the plugin with the most orders first: at most ${mostPluginsShown}.`,
  })
  plugins!: PluginResends[];
}

@InputType({ description: 'The resend to request.' })
export class ResendOrdersInput extends Explained {
  @Field(() => OrderFilterInput, { description: 'The orders. No condition may be null.' })
  filter!: OrderFilterInput;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Leaves out orders for which a resend was requested at this time or later, and orders that were paid later. To ' +
      'continue after a partial call: the same value, or its requestedAt if you sent none. To be able to repeat a ' +
      'call whose answer is lost, send the `at` of the preview from the start. Leave it out rather than send null.',
  })
  notAskedSince?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Stops after the batch (a few hundred orders) in which this number is reached. isPartial is true if orders are ' +
      'left. Leave it out rather than send null.',
  })
  atMost?: number | null;
}

@ObjectType({ description: 'The result of resendOrders.' })
export class ResendOrdersPayload {
  @Field(() => Int, { description: 'The number of orders for which this call requested a notification.' })
  count!: number;

  @Field(() => Boolean, { description: 'True: orders may be left. Repeat the call with notAskedSince to continue.' })
  isPartial!: boolean;

  @Field(() => DateTime, { description: 'When this call was made.' })
  requestedAt!: Date;
}
