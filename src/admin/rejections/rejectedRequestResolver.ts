import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { findPlugin } from '../../store/plugins/plugins.ts';
import {
  countRejectedRequests,
  findRejectedRequests,
  rejectionBounds,
  type RejectedRequest as RejectedRequestRow,
} from '../../store/rejections/rejectedRequests.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { type Connection, connectionType, ForwardPageArgs, Node, toConnection } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { checkPluginId, given } from '../graphql/optionalInput.ts';
import { CheckedArguments, LargeText } from '../guards/fieldExtensions.ts';

const perPlugin = rejectionBounds.perPlugin.toLocaleString('en');
const inAll = rejectionBounds.inAll.toLocaleString('en');

@Resolver(() => RejectedRequest)
export class RejectedRequestResolver {
  @Authorized(Role.VIEWER)
  @CheckedArguments(checkPluginId)
  @Query(() => RejectedRequestConnection, {
    description:
      `Requests of developers that were refused, the newest first. The last ${perPlugin} of each plugin are kept, ` +
      `${perPlugin} that name no plugin, and ${inAll} in all. Requests that came too fast are not kept.`,
  })
  async rejectedRequests(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('pluginId', () => ID, { nullable: true, description: 'Only with this plugin_id.' }) pluginId: string | null,
    @Arg('sandbox', () => Boolean, {
      nullable: true,
      description:
        'True: only requests that name a sandbox plugin. False: only the others. Otherwise both, since a developer ' +
        'who rehearses asks for help, too.',
    })
    sandbox: boolean | null,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<Connection<RejectedRequest>> {
    const filter = given({ pluginId, sandbox });
    const request = readPageRequest(page, 'rejectedRequest');
    // A developer who tries a request and looks here immediately must find it.
    await settings.rejections.flush();
    return toConnection(
      await findRejectedRequests(store, filter, request),
      ({ at, id }) => ({ kind: 'rejectedRequest', time: at, id: id.toString() }),
      (row) => RejectedRequest.of(row),
      () => countRejectedRequests(store, filter),
    );
  }

  @FieldResolver(() => Boolean, {
    description: 'True: pluginId is of a sandbox plugin. False: it is of a live plugin, or there is no such plugin.',
  })
  async sandbox(@Root() { pluginId }: RejectedRequest, @Ctx() { store }: AdminContext): Promise<boolean> {
    return pluginId !== null && (await findPlugin(store, pluginId))?.sandbox === true;
  }
}

@ObjectType({
  implements: Node,
  description: "A developer's request that was refused with 401, 403, or 404 for the plugin.",
})
export class RejectedRequest {
  row!: RejectedRequestRow;

  static of(row: RejectedRequestRow): RejectedRequest {
    return Object.assign(new RejectedRequest(), row, { row, id: writeNodeId('rejected', row.id) });
  }

  @Field(() => ID, {
    description: 'Unique among all objects. It contains a number that grows with time.',
  })
  id!: string;

  @Field(() => DateTime, { description: 'When it was refused.' })
  at!: Date;

  @Field(() => String, { description: 'Method and path, such as GET /baseinfo.' })
  endpoint!: string;

  @Field(() => String, { nullable: true, description: 'plugin_id as it was sent; there may be no such plugin.' })
  pluginId!: string | null;

  @Field(() => Int, { description: 'The HTTP status of the answer.' })
  status!: number;

  @Field(() => String, {
    description:
      'Why: PLUGIN_NOT_FOUND, TIMESTAMP_EXPIRED, SIGNATURE_WRONG or ACCESS_TOKEN_UNKNOWN (also of an expired one).',
  })
  reason!: string;

  @LargeText(2 * 1024)
  @Field(() => String, {
    nullable: true,
    description:
      'The text that was to be signed. Access tokens and whatever looks like a secret are left out; cut to 2,000 ' +
      'characters.',
  })
  canonicalString!: string | null;

  @Field(() => Float, { nullable: true, description: 'How far the timestamp was ahead of the clock of the service.' })
  skewSeconds!: number | null;

  @Field(() => String, { nullable: true, description: 'The IP address it came from.' })
  remoteAddress!: string | null;
}

export const RejectedRequestConnection = connectionType('RejectedRequest', 'rejectedRequest', () => RejectedRequest);
