import { Args, ArgsType, Authorized, Ctx, Field, Float, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup, checkWholeNumber } from '../../rules/values/values.ts';
import {
  countBuckets,
  type DeliveryBucket as MeasuredBucket,
  type DeliveryStats as MeasuredStats,
  findDeliveryStats,
  overdueAfterSeconds,
} from '../../store/deliveries/deliveryStats.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { given } from '../graphql/optionalInput.ts';
import { sandboxCondition } from '../graphql/sandboxCondition.ts';
import { InTurn } from '../guards/fieldExtensions.ts';

/**
 * The price of statistics, of the 5000 objects in `limits.objects`: so five fit in a request, enough for a page of charts.
 * Each takes half a second for 500,000 attempts.
 */
const objectsOfStats = 1000;

@Resolver()
export class StatsResolver {
  @Authorized(Role.VIEWER)
  @InTurn('measure')
  @Query(() => DeliveryStats, {
    description: 'Attempts over time, and the deliveries that wait now.',
    complexity: ({ childComplexity }) => Math.max(objectsOfStats, childComplexity),
  })
  async deliveryStats(
    @Args(() => DeliveryStatsArgs) { from, to, bucketSeconds, pluginId, sandbox }: DeliveryStatsArgs,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<DeliveryStats> {
    const plugin = pluginId ?? undefined;
    refuseInvalid({
      to: to > from ? undefined : { code: 'laterThan', name: 'from' },
      bucketSeconds:
        checkWholeNumber(bucketSeconds, 1) ??
        (countBuckets({ from, to, bucketSeconds }) > mostBuckets
          ? { code: 'tooManyBuckets', max: mostBuckets }
          : undefined),
      pluginId: plugin === undefined ? undefined : checkLookup(plugin),
    });
    const only = given({ pluginId: plugin, sandbox });
    return findDeliveryStats(store, { from, to, bucketSeconds, ...only, now: settings.clock() });
  }
}

/** The limit of buckets: more than a chart can show. */
const mostBuckets = 1000;

@ArgsType()
export class DeliveryStatsArgs {
  @Field(() => DateTime, {
    description: 'Attempts that started at this instant or later; the first bucket starts here.',
  })
  from!: Date;

  @Field(() => DateTime, { description: 'Attempts that started before this instant; later than from.' })
  to!: Date;

  @Field(() => Int, {
    description: `The length of a bucket, so long that there are at most ${mostBuckets.toLocaleString('en')} buckets.`,
  })
  bucketSeconds!: number;

  @Field(() => ID, { nullable: true, description: 'Only of this plugin.' })
  pluginId?: string | null;

  @Field(() => Boolean, { nullable: true, description: sandboxCondition })
  sandbox?: boolean | null;
}

@ObjectType({ description: 'Attempts that started in one period.' })
export class DeliveryBucket implements MeasuredBucket {
  @Field(() => DateTime, {
    description: 'The start of the bucket. It ends when the next one starts, or at `to`.',
  })
  start!: Date;

  @Field(() => Int, { description: 'All that started, those still in flight included.' })
  attempts!: number;

  @Field(() => Int, { description: 'Attempts that were answered with SUCCESS.' })
  acknowledged!: number;

  @Field(() => Int, { description: 'Attempts that ended otherwise.' })
  failed!: number;

  @Field(() => Float, { nullable: true, description: 'The median duration, in milliseconds; null if none has ended.' })
  durationMsP50!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The 99th percentile of the durations, in milliseconds, interpolated; null if none has ended.',
  })
  durationMsP99!: number | null;
}

@ObjectType({ description: 'Attempts over time, and how late notifications are now.' })
export class DeliveryStats implements MeasuredStats {
  @Field(() => [DeliveryBucket], {
    description: 'Oldest first, without gaps.',
    complexity: ({ childComplexity }) => mostBuckets * (1 + childComplexity),
  })
  buckets!: DeliveryBucket[];

  @Field(() => Int, { description: 'Deliveries that are PENDING now.' })
  pending!: number;

  @Field(() => Int, {
    description:
      `Deliveries with a notification that has been due for more than ${overdueAfterSeconds} seconds and is not under ` +
      'way. Those of paused plugins, and of plugins without a callback URL, are among them.',
  })
  overdue!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'How long ago the order that has waited longest for its acknowledgement was paid, among those with a delivery; ' +
      'null if none waits.',
  })
  oldestUnacknowledgedSeconds!: number | null;
}
