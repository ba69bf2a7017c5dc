import { Field, ID, ObjectType } from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import { auditActions } from '../../store/audit/auditActions.ts';
import type { AuditEntry as AuditEntryRow } from '../../store/audit/audit.ts';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { LargeText } from '../guards/fieldExtensions.ts';
import { Node } from '../graphql/node.ts';

@ObjectType({
  implements: Node,
  description: 'What one of the staff did, written down in the transaction that did it.',
})
export class AuditEntry {
  constructor(readonly row: AuditEntryRow) {}

  @Field(() => ID, { description: 'Unlike that of any other object; a number that grows with time is in it.' })
  get id(): string {
    return writeNodeId('audit', this.row.id);
  }

  @Field(() => DateTime, { description: 'When it was done.' })
  get at(): Date {
    return this.row.at;
  }

  @Field(() => String, { description: 'The name of the key it was done with; keys may share one.' })
  get actor(): string {
    return this.row.actor;
  }

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of that key. Null: ADMIN_TOKEN or a command of the service, as actor says; or an entry of before ids were kept.',
  })
  get actorKeyId(): string | null {
    return this.row.actorKeyId;
  }

  @Field(() => String, { description: 'The mutation; or reseal, a command of the service.' })
  get action(): string {
    return this.row.action;
  }

  @Field(() => String, { description: 'The id of what was acted on.' })
  get target(): string {
    return this.row.target;
  }

  // 500 characters.
  @LargeText(2 * 1024)
  @Field(() => String, { nullable: true, description: 'Why, if the actor said so.' })
  get reason(): string | null {
    return this.row.reason;
  }

  // An old and a new address of 2,048 characters each.
  @LargeText(8 * 1024)
  @Field(() => String, { description: `JSON: what changed, without secrets.\n${describeDetails()}` })
  get detail(): string {
    return this.row.detail;
  }
}

export const AuditEntryConnection = connectionType('AuditEntry', 'auditEntry', () => AuditEntry);

function describeDetails(): string {
  return Object.entries(auditActions)
    .map(([action, detail]) => `- ${action}: ${detail}`)
    .join('\n');
}
