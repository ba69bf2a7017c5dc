import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { refuseInvalid } from '../rules/refusal.ts';
import { checkAvatar, checkLookup, checkNickname } from '../rules/values.ts';
import { createUser, findOpenId, findUser, issueAccessToken, updateUser } from '../store/users.ts';
import type { AdminContext } from './adminContext.ts';
import { checkGiven, given } from './optionalInput.ts';
import { Role } from './role.ts';
import {
  CreateUserInput,
  CreateUserPayload,
  IssueAccessTokenInput,
  IssueAccessTokenPayload,
  UpdateUserInput,
  UpdateUserPayload,
  User,
} from './userTypes.ts';

@Resolver(() => User)
export class UserResolver {
  @Authorized(Role.VIEWER)
  @Query(() => User, { nullable: true })
  async user(@Arg('id', () => ID) id: string, @Ctx() { settings }: AdminContext): Promise<User | null> {
    refuseInvalid({ id: checkLookup(id) });
    return findUser(settings.store, id);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The user as that plugin knows them; null when the user was never linked to it.',
  })
  async openId(
    @Root() user: User,
    @Arg('pluginId', () => ID) pluginId: string,
    @Ctx() { settings }: AdminContext,
  ): Promise<string | null> {
    refuseInvalid({ pluginId: checkLookup(pluginId) });
    return findOpenId(settings.store, pluginId, user.id);
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => CreateUserPayload)
  async createUser(
    @Arg('input', () => CreateUserInput) input: CreateUserInput,
    @Ctx() { settings }: AdminContext,
  ): Promise<CreateUserPayload> {
    const avatar = input.avatar ?? '';
    refuseInvalid({ nickname: checkNickname(input.nickname), avatar: checkAvatar(avatar) });
    const user = { nickname: input.nickname, avatar, member: input.member ?? false };
    return { user: await createUser(settings.store, user, settings.clock()) };
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => UpdateUserPayload)
  async updateUser(
    @Arg('input', () => UpdateUserInput) { id, nickname, avatar, member }: UpdateUserInput,
    @Ctx() { settings }: AdminContext,
  ): Promise<UpdateUserPayload> {
    refuseInvalid({
      id: checkLookup(id),
      nickname: checkGiven(nickname, checkNickname),
      avatar: checkGiven(avatar, checkAvatar),
      member: checkGiven(member),
    });
    return { user: await updateUser(settings.store, id, given({ nickname, avatar, member })) };
  }

  @Authorized(Role.ADMIN)
  @Mutation(() => IssueAccessTokenPayload, {
    description: 'What the client function fetchUserServerTemporaryToken obtains for a user of a plugin.',
  })
  async issueAccessToken(
    @Arg('input', () => IssueAccessTokenInput) { pluginId, userId }: IssueAccessTokenInput,
    @Ctx() { settings }: AdminContext,
  ): Promise<IssueAccessTokenPayload> {
    refuseInvalid({ pluginId: checkLookup(pluginId), userId: checkLookup(userId) });
    const ttlSeconds = settings.accessTokenTtlSeconds;
    return issueAccessToken(settings.store, { pluginId, userId, ttlSeconds }, settings.clock());
  }
}
