import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkAvatar, checkLookup, checkNickname, checkPart } from '../../rules/values/values.ts';
import {
  countUsers,
  createUser,
  findOpenId,
  findUser,
  findUsers,
  issueAccessToken,
  updateUser,
} from '../../store/users/users.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { byCreation, ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { checkGiven, given } from '../graphql/optionalInput.ts';
import { Role } from '../door/role.ts';
import {
  CreateUserInput,
  CreateUserPayload,
  IssueAccessTokenInput,
  IssueAccessTokenPayload,
  UpdateUserInput,
  UpdateUserPayload,
  User,
  UserConnection,
} from './userTypes.ts';

@Resolver(() => User)
export class UserResolver {
  @Authorized(Role.VIEWER)
  @Query(() => User, { nullable: true, description: 'Null when there is no such user.' })
  async user(
    @Arg('id', () => ID, { description: 'Which user.' }) id: string,
    @Ctx() { store }: AdminContext,
  ): Promise<User | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findUser(store, id);
  }

  @Authorized(Role.VIEWER)
  @CheckedArguments(({ search }: { search?: string | null }) => ({ search: checkPart(search ?? '', checkNickname) }))
  @Query(() => UserConnection, { description: 'All users, the newest first.' })
  async users(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('search', () => String, {
      nullable: true,
      description: 'A part of the nickname, in any case; or the whole id.',
    })
    search: string | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<User>> {
    const text = search ?? '';
    return toConnection(
      await findUsers(store, text, readPageRequest(page, 'user')),
      byCreation('user'),
      (row) => row,
      () => countUsers(store, text),
    );
  }

  @CheckedArguments(({ pluginId }: { pluginId: string }) => ({ pluginId: checkLookup(pluginId) }))
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The user as that plugin knows them; null when the user was never linked to it.',
  })
  async openId(
    @Root() user: User,
    @Arg('pluginId', () => ID, { description: 'plugin_id.' }) pluginId: string,
    @Ctx() { store }: AdminContext,
  ): Promise<string | null> {
    return findOpenId(store, pluginId, user.id);
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateUserPayload, { description: 'A user of the platform.' })
  async createUser(
    @Arg('input', () => CreateUserInput, { description: 'What is wanted.' }) input: CreateUserInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreateUserPayload> {
    const avatar = input.avatar ?? '';
    refuseInvalid({ nickname: checkNickname(input.nickname), avatar: checkAvatar(avatar) });
    const user = { nickname: input.nickname, avatar, member: input.member ?? false };
    return { user: await createUser(store, user, settings.clock()) };
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => UpdateUserPayload, { description: 'Changes what is given.' })
  async updateUser(
    @Arg('input', () => UpdateUserInput, { description: 'What is wanted.' })
    { id, nickname, avatar, member }: UpdateUserInput,
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

  @Authorized(Role.ADMIN)
  @Mutation(() => IssueAccessTokenPayload, {
    description: 'What the client function fetchUserServerTemporaryToken obtains for a user of a plugin.',
  })
  async issueAccessToken(
    @Arg('input', () => IssueAccessTokenInput, { description: 'What is wanted.' })
    { pluginId, userId }: IssueAccessTokenInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<IssueAccessTokenPayload> {
    refuseInvalid({ pluginId: checkLookup(pluginId), userId: checkLookup(userId) });
    const ttlSeconds = settings.accessTokenTtlSeconds;
    return issueAccessToken(store, { pluginId, userId, ttlSeconds }, settings.clock());
  }
}
