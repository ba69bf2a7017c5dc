import { Authorized, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { DateTime } from '../graphql/dateTime.ts';

@Resolver()
export class PlatformResolver {
  @Authorized(Role.VIEWER)
  @Query(() => Me, { description: 'The holder of the key, or of the session, that this request came with.' })
  me(@Ctx() { actor }: AdminContext): Me {
    return { name: actor.name, role: actor.role, keyId: actor.keyId };
  }

  @Authorized(Role.VIEWER)
  @Query(() => Platform, { description: 'The settings of the platform that staff need to read the data.' })
  platform(@Ctx() { settings }: AdminContext): Platform {
    return { timeZone: settings.timeZone, now: settings.clock() };
  }
}

@ObjectType({ description: 'The holder of a key.' })
export class Me {
  @Field(() => String, { description: 'The name of the key, or ADMIN_TOKEN.' })
  name!: string;

  @Field(() => Role, { description: 'The rights of the key.' })
  role!: Role;

  @Field(() => ID, { nullable: true, description: 'The id of the key; null: ADMIN_TOKEN.' })
  keyId!: string | null;
}

@ObjectType({ description: 'Settings that tell how to read the data that staff see.' })
export class Platform {
  @Field(() => String, {
    description: 'The IANA name of the time zone in which developers get created_at and paid_at.',
  })
  timeZone!: string;

  @Field(() => DateTime, { description: "The time of the service, which is the database's." })
  now!: Date;
}
