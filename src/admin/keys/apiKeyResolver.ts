import { Arg, Args, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checkKeyName } from '../../rules/values/keyName.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { countApiKeys, createApiKey, findApiKeys, revokeApiKey } from '../../store/keys/apiKeys.ts';
import type { AdminContext } from '../door/adminContext.ts';
import {
  ApiKeyConnection,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RevokeApiKeyInput,
  RevokeApiKeyPayload,
  type ApiKey,
} from './apiKeyTypes.ts';
import { byCreation, PageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { Role } from '../door/role.ts';

@Resolver()
export class ApiKeyResolver {
  @Authorized(Role.ADMIN)
  @Query(() => ApiKeyConnection, {
    description: 'All keys of this API but ADMIN_TOKEN, revoked ones too, the newest first. For the role ADMIN.',
  })
  async apiKeys(@Args(() => PageArgs) page: PageArgs, @Ctx() { store }: AdminContext): Promise<Connection<ApiKey>> {
    return toConnection(
      await findApiKeys(store, readPageRequest(page, 'apiKey')),
      byCreation('apiKey'),
      (row) => row,
      () => countApiKeys(store),
    );
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateApiKeyPayload, { description: 'Makes a key of this API for a person or a program.' })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'What is wanted.' }) { name, role }: CreateApiKeyInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreateApiKeyPayload> {
    refuseInvalid({ name: checkKeyName(name) });
    return createApiKey(store, { name, role }, settings.clock());
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => RevokeApiKeyPayload, { description: 'The key opens nothing from the next request on.' })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput, { description: 'What is wanted.' }) { id }: RevokeApiKeyInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<RevokeApiKeyPayload> {
    refuseInvalid({ id: checkLookup(id) });
    await revokeApiKey(store, id, settings.clock());
    return { id };
  }
}
