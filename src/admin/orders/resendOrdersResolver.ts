import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { checkReason, checkWholeNumber } from '../../rules/values/values.ts';
import { withReason } from '../../store/audit/audit.ts';
import { countOrderResends, resendOrders } from '../../store/deliveries/resendOrders.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { checkGiven, given, Input } from '../graphql/optionalInput.ts';
import { CheckedArguments, InTurn } from '../guards/fieldExtensions.ts';
import { bulkChangeTimeMs, timeFor } from '../guards/queryLimits.ts';
import { checkOrderFilter, orderConditions, OrderFilterInput } from './orderFilter.ts';
import { mostPluginsShown, ResendOrdersInput, ResendOrdersPayload, ResendPreview } from './resendOrdersTypes.ts';

/** The price of the preview: that of statistics, because it may read as many rows. */
const objectsOfPreview = 1000;

@Resolver()
export class ResendOrdersResolver {
  @Authorized(Role.OPERATOR)
  @InTurn('count')
  @CheckedArguments(checkOrderFilter)
  @Query(() => ResendPreview, {
    description:
      'Counts the orders for which resendOrders would request a notification, and those that it would leave out.',
    complexity: ({ childComplexity }) => objectsOfPreview + mostPluginsShown * childComplexity,
  })
  async resendPreview(
    @Arg('filter', () => OrderFilterInput, {
      description: 'The orders. Those that were acknowledged are left out.',
    })
    filter: OrderFilterInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<ResendPreview> {
    const at = settings.clock();
    const counts = await countOrderResends(store, await orderConditions(store, filter));
    const sum = (name: 'orders' | 'alreadyAsked' | 'withoutCallbackUrl') =>
      counts.reduce((total, count) => total + count[name], 0);
    const shown = counts.filter(({ orders }) => orders > 0).slice(0, mostPluginsShown);
    return {
      at,
      orders: sum('orders'),
      alreadyAsked: sum('alreadyAsked'),
      withoutCallbackUrl: sum('withoutCallbackUrl'),
      plugins: await Promise.all(
        shown.map(async ({ pluginId, orders }) => ({ plugin: (await findPlugin(store, pluginId))!, orders })),
      ),
    };
  }

  @Authorized(Role.OPERATOR)
  @Mutation(() => ResendOrdersPayload, {
    description:
      'Requests one notification for each paid order of the filter that its developer has not acknowledged, the ' +
      'oldest first. Leaves out orders for which a requested notification is already waiting. An order without a ' +
      'delivery gets one, if its plugin has a callback URL by now. Works for at most ' +
      `${bulkChangeTimeMs / 1000} seconds. If isPartial is true, repeat the call with notAskedSince to continue.`,
  })
  async resendOrders(
    @Input(() => ResendOrdersInput) { filter, reason, notAskedSince, atMost }: ResendOrdersInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<ResendOrdersPayload> {
    refuseInvalid({
      ...checkOrderFilter({ filter }),
      ...refuseNull(filter),
      reason: checkReason(reason ?? ''),
      notAskedSince: checkGiven(notAskedSince),
      atMost: checkGiven(atMost, (most) => checkWholeNumber(most, 1)),
    });
    const now = settings.clock();
    const request = {
      filter: await orderConditions(store, filter),
      since: notAskedSince ?? now,
      now,
      atMost: atMost ?? Infinity,
      asGiven: given<OrderFilterInput>(filter),
    };
    const asked = await resendOrders(withReason(store, reason), request, settings.schedule, timeFor(bulkChangeTimeMs));
    return { ...asked, requestedAt: now };
  }
}

/** Refuses conditions of null. In a list, a missing condition only shows more rows; here it would send more callbacks. */
function refuseNull(filter: OrderFilterInput): Record<string, Problem | undefined> {
  const missing = Object.entries(filter).filter(([, value]) => value === null);
  return Object.fromEntries(missing.map(([name, value]) => [`filter.${name}`, checkGiven(value as null)]));
}
