import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import type { RejectedRequest as RejectedRequestRow } from '../../store/rejections/rejectedRequests.ts';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { LargeText } from '../guards/fieldExtensions.ts';
import { Node } from '../graphql/node.ts';

@ObjectType({
  implements: Node,
  description: "A developer's request that was refused with 401, 403, or 404 for the plugin.",
})
export class RejectedRequest {
  constructor(readonly row: RejectedRequestRow) {}

  @Field(() => ID, { description: 'Unlike that of any other object; a number that grows with time is in it.' })
  get id(): string {
    return writeNodeId('rejected', this.row.id);
  }

  @Field(() => DateTime, { description: 'When it was refused.' })
  get at(): Date {
    return this.row.at;
  }

  @Field(() => String, { description: 'Method and path, such as GET /baseinfo.' })
  get endpoint(): string {
    return this.row.endpoint;
  }

  @Field(() => String, { nullable: true, description: 'plugin_id as it was sent; there may be no such plugin.' })
  get pluginId(): string | null {
    return this.row.pluginId;
  }

  @Field(() => Int, { description: 'The HTTP status of the answer.' })
  get status(): number {
    return this.row.status;
  }

  @Field(() => String, {
    description:
      'Why: PLUGIN_NOT_FOUND, TIMESTAMP_EXPIRED, SIGNATURE_WRONG or ACCESS_TOKEN_UNKNOWN (also of an expired one).',
  })
  get reason(): string {
    return this.row.reason;
  }

  @LargeText(2 * 1024)
  @Field(() => String, {
    nullable: true,
    description:
      'What was to be signed. Access tokens and whatever looks like a secret are left out; cut to 2,000 characters.',
  })
  get canonicalString(): string | null {
    return this.row.canonicalString;
  }

  @Field(() => Float, { nullable: true, description: 'How far the timestamp was ahead of the clock of the service.' })
  get skewSeconds(): number | null {
    return this.row.skewSeconds;
  }

  @Field(() => String, { nullable: true, description: 'The IP address it came from.' })
  get remoteAddress(): string | null {
    return this.row.remoteAddress;
  }
}

export const RejectedRequestConnection = connectionType('RejectedRequest', 'rejectedRequest', () => RejectedRequest);
