import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { urlToCall, checkHttpUrl } from '../../rules/values/httpUrl.ts';
import { checkLookup, checkPart, checkPluginName, checkReason, checkWholeNumber } from '../../rules/values/values.ts';
import { withReason } from '../../store/audit/audit.ts';
import { countPlugins, createPlugin, findPlugin, findPlugins, updatePlugin } from '../../store/plugins/plugins.ts';
import { findPluginSecretHints } from '../../store/plugins/pluginSecrets.ts';
import { resetPluginSecret } from '../../store/plugins/resetPluginSecret.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { byCreation, ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import {
  CreatePluginInput,
  CreatePluginPayload,
  defaultOverlapSeconds,
  longestOverlapDays,
  Plugin,
  PluginConnection,
  PluginSecret,
  ResetPluginSecretInput,
  ResetPluginSecretPayload,
  UpdatePluginInput,
  UpdatePluginPayload,
} from './pluginTypes.ts';
import { checkGiven, given, Input } from '../graphql/optionalInput.ts';
import { Role } from '../door/role.ts';

@Resolver(() => Plugin)
export class PluginResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Plugin, { nullable: true, description: 'Null when there is no such plugin.' })
  async plugin(
    @Arg('id', () => ID, { description: 'plugin_id.' }) id: string,
    @Ctx() { store }: AdminContext,
  ): Promise<Plugin | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findPlugin(store, id);
  }

  @Authorized(Role.VIEWER)
  @CheckedArguments(({ search }: { search?: string | null }) => ({ search: checkPart(search ?? '', checkPluginName) }))
  @Query(() => PluginConnection, { description: 'Plugins, the newest first.' })
  async plugins(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('search', () => String, {
      nullable: true,
      description: 'A part of the name (upper and lower case are the same), or the whole id.',
    })
    search: string | null,
    @Arg('sandbox', () => Boolean, {
      nullable: true,
      description: 'True: only sandbox plugins. Otherwise only live ones.',
    })
    sandbox: boolean | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<Plugin>> {
    const filter = { search: search ?? '', sandbox: sandbox ?? false };
    return toConnection(
      await findPlugins(store, filter, readPageRequest(page, 'plugin')),
      byCreation('plugin'),
      (row) => row,
      () => countPlugins(store, filter),
    );
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The URL that payment callbacks are posted to, in the form in which it is called. Null: the developer is not ' +
      'notified of payments.',
  })
  callbackUrl(@Root() { callbackUrl }: Plugin): string | null {
    // Earlier versions stored it as it was given.
    return callbackUrl && urlToCall(callbackUrl);
  }

  @FieldResolver(() => [PluginSecret], {
    description: 'The current and the replaced secrets, without their text, the newest first.',
  })
  async secrets(@Root() plugin: Plugin, @Ctx() { store }: AdminContext): Promise<PluginSecret[]> {
    return findPluginSecretHints(store, plugin.id);
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreatePluginPayload, { description: 'Creates a plugin and its signing secret.' })
  async createPlugin(
    @Input(() => CreatePluginInput) input: CreatePluginInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreatePluginPayload> {
    const callbackUrl = input.callbackUrl ?? null;
    refuseInvalid({
      name: checkPluginName(input.name),
      callbackUrl: callbackUrl === null ? undefined : checkHttpUrl(callbackUrl),
    });
    const plugin = {
      name: input.name,
      callbackUrl: callbackUrl && urlToCall(callbackUrl),
      sandbox: input.sandbox ?? false,
    };
    return createPlugin(store, plugin, settings.clock());
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => UpdatePluginPayload, { description: 'Changes the fields that are given, and keeps the others.' })
  async updatePlugin(
    @Input(() => UpdatePluginInput) { id, name, callbackUrl, deliveriesPaused, reason }: UpdatePluginInput,
    @Ctx() { store }: AdminContext,
  ): Promise<UpdatePluginPayload> {
    refuseInvalid({
      id: checkLookup(id),
      name: checkGiven(name, checkPluginName),
      callbackUrl: callbackUrl === null ? undefined : checkGiven(callbackUrl, checkHttpUrl),
      deliveriesPaused: checkGiven(deliveriesPaused),
      reason: checkReason(reason ?? ''),
    });
    const changes = {
      ...given({ name, deliveriesPaused }),
      ...(callbackUrl !== undefined && { callbackUrl: callbackUrl && urlToCall(callbackUrl) }),
    };
    return { plugin: await updatePlugin(withReason(store, reason), id, changes) };
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => ResetPluginSecretPayload, {
    description: 'Creates a new secret, which signs callbacks from now on.',
  })
  async resetPluginSecret(
    @Input(() => ResetPluginSecretInput) { pluginId, overlapSeconds, reason }: ResetPluginSecretInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<ResetPluginSecretPayload> {
    const overlap = overlapSeconds ?? defaultOverlapSeconds;
    refuseInvalid({
      pluginId: checkLookup(pluginId),
      overlapSeconds: checkWholeNumber(overlap, 0, longestOverlapDays * 24 * 60 * 60),
      reason: checkReason(reason ?? ''),
    });
    return resetPluginSecret(withReason(store, reason), pluginId, overlap, settings.clock());
  }
}
