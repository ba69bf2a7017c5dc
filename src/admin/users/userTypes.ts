import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Node } from '../graphql/node.ts';

@ObjectType({ implements: Node, description: 'A user of the platform.' })
export class User {
  @Field(() => ID, { description: '32 letters and digits.' })
  id!: string;

  @Field(() => String, { description: 'What others call them.' })
  nickname!: string;

  @Field(() => String, { description: 'Image address, or empty.' })
  avatar!: string;

  @Field(() => Boolean, { description: 'Whether they are a member of the platform.' })
  member!: boolean;

  createdAt!: Date;
}

export const UserConnection = connectionType('User', 'user', () => User);

@InputType({ description: 'The user to create.' })
export class CreateUserInput {
  @Field(() => String, { description: '1 to 64 characters.' })
  nickname!: string;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'An absolute http or https URL, or empty.' })
  avatar?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: 'A member of the platform.' })
  member?: boolean | null;
}

@ObjectType({ description: 'What createUser made.' })
export class CreateUserPayload {
  @Field(() => User, { description: 'The user.' })
  user!: User;
}

@InputType({ description: 'What is left out keeps its value.' })
export class UpdateUserInput {
  @Field(() => ID, { description: 'Which user.' })
  id!: string;

  @Field(() => String, { nullable: true, description: '1 to 64 characters.' })
  nickname?: string | null;

  @Field(() => String, { nullable: true, description: 'An absolute http or https URL, or empty.' })
  avatar?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'A member of the platform.' })
  member?: boolean | null;
}

@ObjectType({ description: 'What updateUser changed.' })
export class UpdateUserPayload {
  @Field(() => User, { description: 'The user as they are now.' })
  user!: User;
}

@InputType({ description: 'Who logs in, and where.' })
export class IssueAccessTokenInput {
  @Field(() => ID, { description: 'plugin_id.' })
  pluginId!: string;

  @Field(() => ID, { description: 'Which user.' })
  userId!: string;
}

@ObjectType({ description: 'A login to one plugin.' })
export class IssueAccessTokenPayload {
  @Field(() => String, { description: '32 letters and digits; shown once, reusable until it expires.' })
  accessToken!: string;

  @Field(() => String, { description: 'The user as this plugin knows them, constant from the first link on.' })
  openId!: string;

  @Field(() => DateTime, { description: 'Until when it is accepted.' })
  expiresAt!: Date;
}
