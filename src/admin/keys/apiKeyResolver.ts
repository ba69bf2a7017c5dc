import { Args, Authorized, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkKeyName } from '../../rules/values/keyName.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { checkLookup } from '../../rules/values/values.ts';
import {
  type ApiKey as ApiKeyRow,
  countApiKeys,
  createApiKey,
  findApiKeys,
  revokeApiKey,
} from '../../store/keys/apiKeys.ts';
import { Input } from '../graphql/optionalInput.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { byCreation, type Connection, connectionType, Node, PageArgs, toConnection } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';

@Resolver()
export class ApiKeyResolver {
  @Authorized(Role.ADMIN)
  @Query(() => ApiKeyConnection, {
    description:
      'All keys of this API except ADMIN_TOKEN, with the revoked ones, the newest first. Only for the role ADMIN.',
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
  @Mutation(() => CreateApiKeyPayload, { description: 'Creates a key of this API for a person or a program.' })
  async createApiKey(
    @Input(() => CreateApiKeyInput) { name, role }: CreateApiKeyInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreateApiKeyPayload> {
    refuseInvalid({ name: checkKeyName(name) });
    return createApiKey(store, { name, role }, settings.clock());
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => RevokeApiKeyPayload, { description: 'Revokes a key. It is refused from the next request on.' })
  async revokeApiKey(
    @Input(() => RevokeApiKeyInput) { id }: RevokeApiKeyInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<RevokeApiKeyPayload> {
    refuseInvalid({ id: checkLookup(id) });
    await revokeApiKey(store, id, settings.clock());
    return { id };
  }
}

@ObjectType({ implements: Node, description: 'A key of this API; never the key itself.' })
export class ApiKey implements ApiKeyRow {
  @Field(() => ID, { description: 'The id for revokeApiKey. The audit log names it, too.' })
  id!: string;

  @Field(() => String, { description: 'The person or program that uses it; keys may share a name.' })
  name!: string;

  @Field(() => Role, { description: 'The rights of the key.' })
  role!: ApiKeyRow['role'];

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was last used, to the minute; null: never.' })
  lastUsedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null: it is valid.' })
  revokedAt!: Date | null;
}

export const ApiKeyConnection = connectionType('ApiKey', 'apiKey', () => ApiKey);

@InputType({ description: 'A new key of this API.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    description:
      'The person or program that uses it, for the audit log. 1 to 100 characters, none of them invisible, without white ' +
      "space at either end. The service's own names, ADMIN_TOKEN and reseal, are refused.",
  })
  name!: string;

  @Field(() => Role, { description: 'The rights of the key.' })
  role!: Role;
}

@ObjectType({ description: 'The new key.' })
export class CreateApiKeyPayload {
  @Field(() => ID, { description: 'The id for revokeApiKey.' })
  id!: string;

  @Field(() => String, { description: 'The key itself. It is shown here and never again.' })
  key!: string;
}

@InputType({ description: 'The key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The id that createApiKey returned and apiKeys lists.' })
  id!: string;
}

@ObjectType({ description: 'The revoked key.' })
export class RevokeApiKeyPayload {
  @Field(() => ID, { description: 'The id that was given.' })
  id!: string;
}
