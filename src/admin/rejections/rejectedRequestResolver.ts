import { Arg, Args, Authorized, Ctx, ID, Query, Resolver } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { countRejectedRequests, findRejectedRequests } from '../../store/rejections/rejectedRequests.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { checkGiven } from '../graphql/optionalInput.ts';
import { RejectedRequest, RejectedRequestConnection } from './rejectedRequestTypes.ts';
import { Role } from '../door/role.ts';

@Resolver()
export class RejectedRequestResolver {
  @Authorized(Role.VIEWER)
  @CheckedArguments(({ pluginId }: { pluginId?: string | null }) => ({
    pluginId: checkGiven(pluginId ?? undefined, checkLookup),
  }))
  @Query(() => RejectedRequestConnection, {
    description:
      'Requests of developers that were refused, the newest first. The last 1,000 of each plugin are kept, 1,000 that ' +
      'name no plugin, and 10,000 in all; those that came too fast are missing.',
  })
  async rejectedRequests(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('pluginId', () => ID, { nullable: true, description: 'Only with this plugin_id.' }) pluginId: string | null,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<Connection<RejectedRequest>> {
    const plugin = pluginId ?? undefined;
    const request = readPageRequest(page, 'rejectedRequest');
    // Whoever tries a request and looks here at once is to find it.
    await settings.rejections.flush();
    return toConnection(
      await findRejectedRequests(store, plugin, request),
      ({ at, id }) => ({ kind: 'rejectedRequest', time: at, id: id.toString() }),
      (row) => new RejectedRequest(row),
      () => countRejectedRequests(store, plugin),
    );
  }
}
