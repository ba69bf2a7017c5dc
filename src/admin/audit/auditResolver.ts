import { Args, Authorized, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { type AuditEntry as AuditEntryRow, countAuditEntries, findAuditEntries } from '../../store/audit/audit.ts';
import { auditActions } from '../../store/audit/auditActions.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { type Connection, connectionType, ForwardPageArgs, Node, toConnection } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { LargeText } from '../guards/fieldExtensions.ts';

@Resolver()
export class AuditResolver {
  @Authorized(Role.ADMIN)
  @Query(() => AuditEntryConnection, {
    description: 'The changes that staff made, and who signed in and out, the newest first. For the role ADMIN.',
  })
  async auditLog(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<AuditEntry>> {
    return toConnection(
      await findAuditEntries(store, readPageRequest(page, 'auditEntry')),
      ({ at, id }) => ({ kind: 'auditEntry', time: at, id: id.toString() }),
      (row) => AuditEntry.of(row),
      () => countAuditEntries(store),
    );
  }
}

@ObjectType({
  implements: Node,
  description: 'A change that a member of staff made, or a sign-in or sign-out, recorded in the same transaction.',
})
export class AuditEntry {
  row!: AuditEntryRow;

  static of(row: AuditEntryRow): AuditEntry {
    return Object.assign(new AuditEntry(), row, { row, id: writeNodeId('audit', row.id) });
  }

  @Field(() => ID, {
    description: 'Unique among all objects. It contains a number that grows with time.',
  })
  id!: string;

  @Field(() => DateTime, { description: 'When it was done.' })
  at!: Date;

  @Field(() => String, { description: 'The name of the key that was used. Several keys may have the same name.' })
  actor!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of that key. Null: it was ADMIN_TOKEN or a command of the service (actor says which), or the entry is ' +
      'older than these ids.',
  })
  actorKeyId!: string | null;

  @Field(() => String, {
    description: 'The mutation; signIn, signOut or signInWithRevokedKey; or reseal, a command of the service.',
  })
  action!: string;

  @Field(() => String, { description: 'The id of the object of the action.' })
  target!: string;

  // 500 characters.
  @LargeText(2 * 1024)
  @Field(() => String, { nullable: true, description: 'Why, if the actor said so.' })
  reason!: string | null;

  // An old and a new callback URL of 2,048 characters each.
  @LargeText(8 * 1024)
  @Field(() => String, { description: `JSON: what changed, without secrets.\n${describeDetails()}` })
  detail!: string;
}

export const AuditEntryConnection = connectionType('AuditEntry', 'auditEntry', () => AuditEntry);

function describeDetails(): string {
  return Object.entries(auditActions)
    .map(([action, detail]) => `- ${action}: ${detail}`)
    .join('\n');
}
