import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from './dateTime.ts';

@ObjectType({ description: 'A user of the platform.' })
export class User {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  nickname!: string;

  @Field(() => String, { description: 'Image address, or empty.' })
  avatar!: string;

  @Field(() => Boolean)
  member!: boolean;
}

@InputType()
export class CreateUserInput {
  @Field(() => String, { description: '1 to 64 characters.' })
  nickname!: string;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'An absolute http or https URL, or empty.' })
  avatar?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false })
  member?: boolean | null;
}

@ObjectType()
export class CreateUserPayload {
  @Field(() => User)
  user!: User;
}

@InputType({ description: 'What is left out keeps its value.' })
export class UpdateUserInput {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: '1 to 64 characters.' })
  nickname?: string | null;

  @Field(() => String, { nullable: true, description: 'An absolute http or https URL, or empty.' })
  avatar?: string | null;

  @Field(() => Boolean, { nullable: true })
  member?: boolean | null;
}

@ObjectType()
export class UpdateUserPayload {
  @Field(() => User)
  user!: User;
}

@InputType()
export class IssueAccessTokenInput {
  @Field(() => ID)
  pluginId!: string;

  @Field(() => ID)
  userId!: string;
}

@ObjectType()
export class IssueAccessTokenPayload {
  @Field(() => String, { description: '32 letters and digits; shown once, reusable until it expires.' })
  accessToken!: string;

  @Field(() => String, { description: 'The user as this plugin knows them, constant from the first link on.' })
  openId!: string;

  @Field(() => DateTime)
  expiresAt!: Date;
}
