import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { checkAvatar } from '../../rules/values/httpUrl.ts';
import { checkLookup, checkNickname, checkPart } from '../../rules/values/values.ts';
import { countUsers, createUser, findOpenId, findUser, findUsers, updateUser } from '../../store/users/users.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import {
  byCreation,
  type Connection,
  connectionType,
  ForwardPageArgs,
  Node,
  toConnection,
} from '../graphql/connection.ts';
import { checkGiven, given, Input } from '../graphql/optionalInput.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';

@Resolver(() => User)
export class UserResolver {
  @Authorized(Role.VIEWER)
  @Query(() => User, { nullable: true, description: 'Null when there is no such user.' })
  async user(
    @Arg('id', () => ID, { description: "The user's id." }) id: string,
    @Ctx() { store }: AdminContext,
  ): Promise<User | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findUser(store, id);
  }

  @Authorized(Role.VIEWER)
  @CheckedArguments(({ search }: { search?: string | null }) => ({ search: checkPart(search ?? '', checkNickname) }))
  @Query(() => UserConnection, { description: 'All users of the platform, the newest first.' })
  async users(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('search', () => String, {
      nullable: true,
      description: 'A part of the nickname (upper and lower case are the same), or the whole id.',
    })
    search: string | null,
    @Arg('sandbox', () => Boolean, {
      nullable: true,
      description: 'True: only users that developers created for a rehearsal. Otherwise all others.',
    })
    sandbox: boolean | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<User>> {
    const filter = { search: search ?? '', sandbox: sandbox ?? false };
    return toConnection(
      await findUsers(store, filter, readPageRequest(page, 'user')),
      byCreation('user'),
      (row) => row,
      () => countUsers(store, filter),
    );
  }

  @CheckedArguments(({ pluginId }: { pluginId: string }) => ({ pluginId: checkLookup(pluginId) }))
  @FieldResolver(() => String, {
    nullable: true,
    description: "The user's open_id in that plugin; null if the user was never linked to it.",
  })
  async openId(
    @Root() user: User,
    @Arg('pluginId', () => ID, { description: 'plugin_id.' }) pluginId: string,
    @Ctx() { store }: AdminContext,
  ): Promise<string | null> {
    return findOpenId(store, pluginId, user.id);
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateUserPayload, { description: 'Creates a user of the platform.' })
  async createUser(
    @Input(() => CreateUserInput) input: CreateUserInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreateUserPayload> {
    const avatar = input.avatar ?? '';
    refuseInvalid({ nickname: checkNickname(input.nickname), avatar: checkAvatar(avatar) });
    const user = { nickname: input.nickname, avatar, member: input.member ?? false };
    return { user: await createUser(store, user, settings.clock()) };
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => UpdateUserPayload, { description: 'Changes the fields that are given, and keeps the others.' })
  async updateUser(
    @Input(() => UpdateUserInput) { id, nickname, avatar, member }: UpdateUserInput,
    @Ctx() { store }: AdminContext,
  ): Promise<UpdateUserPayload> {
    refuseInvalid({
      id: checkLookup(id),
      nickname: checkGiven(nickname, checkNickname),
      avatar: checkGiven(avatar, checkAvatar),
      member: checkGiven(member),
    });
    return { user: await updateUser(store, id, given({ nickname, avatar, member })) };
  }
}

@ObjectType({ implements: Node, description: 'A user of the platform.' })
export class User {
  @Field(() => ID, { description: '32 letters and digits.' })
  id!: string;

  @Field(() => String, { description: 'The name that others see.' })
  nickname!: string;

  @Field(() => String, { description: 'Image address, or empty.' })
  avatar!: string;

  @Field(() => Boolean, { description: 'Whether they are a member of the platform.' })
  member!: boolean;

  /** For cursors; not in the schema. */
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

@ObjectType({ description: 'The result of createUser.' })
export class CreateUserPayload {
  @Field(() => User, { description: 'The user.' })
  user!: User;
}

@InputType({ description: 'The changes. A field that is left out keeps its value.' })
export class UpdateUserInput {
  @Field(() => ID, { description: "The user's id." })
  id!: string;

  @Field(() => String, { nullable: true, description: '1 to 64 characters.' })
  nickname?: string | null;

  @Field(() => String, { nullable: true, description: 'An absolute http or https URL, or empty.' })
  avatar?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'A member of the platform.' })
  member?: boolean | null;
}

@ObjectType({ description: 'The result of updateUser.' })
export class UpdateUserPayload {
  @Field(() => User, { description: 'The user as they are now.' })
  user!: User;
}
