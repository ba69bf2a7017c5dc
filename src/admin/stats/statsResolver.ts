import { Args, Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup, checkWholeNumber } from '../../rules/values/values.ts';
import { countBuckets, findDeliveryStats } from '../../store/deliveries/deliveryStats.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { InTurn } from '../guards/fieldExtensions.ts';
import { DeliveryStats, DeliveryStatsArgs, mostBuckets } from './statsTypes.ts';

/** Half a second for 500,000 attempts; five in a request are enough for a page of charts. */
const objectsOfStats = 1000;

@Resolver()
export class StatsResolver {
  @Authorized(Role.VIEWER)
  @InTurn('measure')
  @Query(() => DeliveryStats, {
    description: 'Attempts over time, and what waits now.',
    complexity: ({ childComplexity }) => Math.max(objectsOfStats, childComplexity),
  })
  async deliveryStats(
    @Args(() => DeliveryStatsArgs) { from, to, bucketSeconds, pluginId }: DeliveryStatsArgs,
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
    return findDeliveryStats(store, { from, to, bucketSeconds, pluginId: plugin, now: settings.clock() });
  }
}
