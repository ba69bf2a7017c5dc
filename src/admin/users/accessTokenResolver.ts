import { Authorized, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { issueAccessToken } from '../../store/users/users.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Input } from '../graphql/optionalInput.ts';

@Resolver()
export class AccessTokenResolver {
  @Authorized(Role.ADMIN)
  @Mutation(() => IssueAccessTokenPayload, {
    description:
      'Makes the token that the client function fetchUserServerTemporaryToken obtains for a user of a plugin.',
  })
  async issueAccessToken(
    @Input(() => IssueAccessTokenInput) { pluginId, userId }: IssueAccessTokenInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<IssueAccessTokenPayload> {
    refuseInvalid({ pluginId: checkLookup(pluginId), userId: checkLookup(userId) });
    const ttlSeconds = settings.accessTokenTtlSeconds;
    return issueAccessToken(store, { pluginId, userId, ttlSeconds }, settings.clock());
  }
}

@InputType({ description: 'The user who logs in, and the plugin.' })
export class IssueAccessTokenInput {
  @Field(() => ID, { description: 'plugin_id.' })
  pluginId!: string;

  @Field(() => ID, { description: "The user's id." })
  userId!: string;
}

@ObjectType({ description: 'A login to one plugin.' })
export class IssueAccessTokenPayload {
  @Field(() => String, { description: '32 letters and digits; shown once, reusable until it expires.' })
  accessToken!: string;

  @Field(() => String, { description: "The user's open_id in this plugin, constant from the first link on." })
  openId!: string;

  @Field(() => DateTime, { description: 'Until when it is accepted.' })
  expiresAt!: Date;
}
