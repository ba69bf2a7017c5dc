import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import { checkKeyName } from '../rules/keyName.ts';
import { refuseInvalid } from '../rules/refusal.ts';
import { checkLookup } from '../rules/values.ts';
import { createApiKey, revokeApiKey } from '../store/apiKeys.ts';
import type { AdminContext } from './adminContext.ts';
import { CreateApiKeyInput, CreateApiKeyPayload, RevokeApiKeyInput, RevokeApiKeyPayload } from './apiKeyTypes.ts';
import { Role } from './role.ts';

@Resolver()
export class ApiKeyResolver {
  @Authorized(Role.ADMIN)
  @Mutation(() => CreateApiKeyPayload, { description: 'Makes a key of this API for a person or a program.' })
  async createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'What is wanted.' }) { name, role }: CreateApiKeyInput,
    @Ctx() { settings }: AdminContext,
  ): Promise<CreateApiKeyPayload> {
    refuseInvalid({ name: checkKeyName(name) });
    return createApiKey(settings.store, { name, role }, settings.clock());
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => RevokeApiKeyPayload, { description: 'The key opens nothing from the next request on.' })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput, { description: 'What is wanted.' }) { id }: RevokeApiKeyInput,
    @Ctx() { settings }: AdminContext,
  ): Promise<RevokeApiKeyPayload> {
    refuseInvalid({ id: checkLookup(id) });
    await revokeApiKey(settings.store, id, settings.clock());
    return { id };
  }
}
