import { Arg, Authorized, Ctx, Field, Float, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkWholeNumber } from '../../rules/values/values.ts';
import { overdueAfterSeconds } from '../../store/deliveries/deliveryStats.ts';
import {
  findPluginBacklogs,
  mostCounted,
  mostRecent,
  type PluginBacklog as MeasuredBacklog,
} from '../../store/deliveries/pluginBacklogs.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { sandboxCondition } from '../graphql/sandboxCondition.ts';
import { InTurn } from '../guards/fieldExtensions.ts';
import { Plugin } from '../plugins/pluginTypes.ts';

/** The price of the ranking: that of statistics, because it may read as many rows. */
const objectsOfRanking = 1000;
const mostPlugins = 50;

@Resolver()
export class BacklogResolver {
  @Authorized(Role.VIEWER)
  @InTurn('measure')
  @Query(() => [PluginBacklog], {
    description:
      'The plugins with the most paid orders that their developers have not acknowledged, the most first. Among ' +
      `equals, the one that has waited longest is first. Orders that were paid in the last ${overdueAfterSeconds} ` +
      'seconds do not count.',
    complexity: ({ childComplexity }) => objectsOfRanking + mostPlugins * childComplexity,
  })
  async pluginBacklogs(
    @Arg('first', () => Int, { defaultValue: 10, description: `The number of plugins: at most ${mostPlugins}.` })
    first: number,
    @Arg('sandbox', () => Boolean, { nullable: true, description: sandboxCondition }) sandbox: boolean | null,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<PluginBacklog[]> {
    refuseInvalid({ first: checkWholeNumber(first, 1, mostPlugins) });
    const request = {
      now: settings.clock(),
      youngestSeconds: overdueAfterSeconds,
      limit: first,
      sandbox: sandbox ?? false,
    };
    return findPluginBacklogs(store, request);
  }
}

@ObjectType({ description: 'The paid orders of a plugin that its developer has not acknowledged.' })
export class PluginBacklog implements MeasuredBacklog {
  @Field(() => Plugin, { description: 'The plugin.' })
  plugin!: Plugin;

  @Field(() => Int, {
    description: `The number of those orders. ${mostCounted} stands for that many or more: the first created are counted.`,
  })
  orders!: number;

  @Field(() => Float, { description: 'How long ago the earliest of the counted orders was paid.' })
  longestWaitSeconds!: number;

  @Field(() => Int, {
    description: `The number of the last attempts that have ended, of any order: at most ${mostRecent}.`,
  })
  recentAttempts!: number;

  @Field(() => Int, { description: 'The attempts among recentAttempts that were answered with SUCCESS.' })
  recentAcknowledged!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the last attempt that was answered with SUCCESS started. Null: no attempt that is still kept was.',
  })
  lastAcknowledgedAt!: Date | null;
}
