import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { ApiKey as ApiKeyRow } from '../../store/keys/apiKeys.ts';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Node } from '../graphql/node.ts';
import { Role } from '../door/role.ts';

@ObjectType({ implements: Node, description: 'A key of this API; never the key itself.' })
export class ApiKey implements ApiKeyRow {
  @Field(() => ID, { description: 'What revokes it, and what the audit log calls it.' })
  id!: string;

  @Field(() => String, { description: 'Who or what uses it; keys may share a name.' })
  name!: string;

  @Field(() => Role, { description: 'What it may do.' })
  role!: ApiKeyRow['role'];

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was last used, to the minute; null: never.' })
  lastUsedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when it opens nothing; null: it is good.' })
  revokedAt!: Date | null;
}

export const ApiKeyConnection = connectionType('ApiKey', 'apiKey', () => ApiKey);

@InputType({ description: 'A new key of this API.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    description:
      'Who or what uses it, for the audit log; 1 to 100 characters, none of them invisible, no white space around them. ' +
      'Not one that the service uses itself: ADMIN_TOKEN, reseal.',
  })
  name!: string;

  @Field(() => Role, { description: 'What it may do.' })
  role!: Role;
}

@ObjectType({ description: 'The new key.' })
export class CreateApiKeyPayload {
  @Field(() => ID, { description: 'What revokes it.' })
  id!: string;

  @Field(() => String, { description: 'The key itself. It is shown here and never again.' })
  key!: string;
}

@InputType({ description: 'Which key is to open nothing any more.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'As createApiKey returned it and apiKeys lists it.' })
  id!: string;
}

@ObjectType({ description: 'The revoked key.' })
export class RevokeApiKeyPayload {
  @Field(() => ID, { description: 'As it was given.' })
  id!: string;
}
