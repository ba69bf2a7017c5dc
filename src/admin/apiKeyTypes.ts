import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Role } from './role.ts';

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
  @Field(() => ID, { description: 'As createApiKey returned it.' })
  id!: string;
}

@ObjectType({ description: 'The revoked key.' })
export class RevokeApiKeyPayload {
  @Field(() => ID, { description: 'As it was given.' })
  id!: string;
}
