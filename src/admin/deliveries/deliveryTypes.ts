import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import { calledUrl } from '../../rules/values/values.ts';
import type { Delivery as DeliveryRow } from '../../store/deliveries/findDeliveries.ts';
import type { DeliveryAttempt as DeliveryAttemptRow } from '../../store/deliveries/deliveryAttempts.ts';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Node } from '../graphql/node.ts';

export enum DeliveryStatus {
  PENDING = 'PENDING',
  DELIVERED = 'DELIVERED',
  EXHAUSTED = 'EXHAUSTED',
  CANCELLED = 'CANCELLED',
}

registerEnumType(DeliveryStatus, {
  name: 'DeliveryStatus',
  description: 'How far a delivery has come.',
  valuesConfig: {
    PENDING: { description: 'Not acknowledged; notifications are scheduled or under way.' },
    DELIVERED: { description: 'Acknowledged by the developer.' },
    EXHAUSTED: { description: 'Not acknowledged, and no automatic notification is left.' },
    CANCELLED: { description: 'Ended by staff.' },
  },
});

export enum AttemptTrigger {
  AUTOMATIC = 'AUTOMATIC',
  MANUAL = 'MANUAL',
}

registerEnumType(AttemptTrigger, {
  name: 'AttemptTrigger',
  description: 'Why an attempt was made.',
  valuesConfig: {
    AUTOMATIC: { description: 'By the schedule.' },
    MANUAL: { description: 'Asked for by staff; outside the automatic ones.' },
  },
});

export enum AttemptOutcome {
  STARTED = 'STARTED',
  ACKNOWLEDGED = 'ACKNOWLEDGED',
  UNEXPECTED_STATUS = 'UNEXPECTED_STATUS',
  UNEXPECTED_BODY = 'UNEXPECTED_BODY',
  REDIRECTED = 'REDIRECTED',
  TIMED_OUT = 'TIMED_OUT',
  CONNECTION_FAILED = 'CONNECTION_FAILED',
  TLS_FAILED = 'TLS_FAILED',
  ADDRESS_REFUSED = 'ADDRESS_REFUSED',
  ABANDONED = 'ABANDONED',
}

registerEnumType(AttemptOutcome, {
  name: 'AttemptOutcome',
  description: 'How an attempt ended.',
  valuesConfig: {
    STARTED: {
      description: 'The row was written before the POST; it runs, or its worker has died and it will be ABANDONED.',
    },
    ACKNOWLEDGED: { description: 'Answered with SUCCESS.' },
    UNEXPECTED_STATUS: { description: 'Answered with a status that is neither 2xx nor 3xx.' },
    UNEXPECTED_BODY: { description: 'Answered with 2xx, but not with SUCCESS.' },
    REDIRECTED: { description: 'Answered with 3xx; redirects are never followed.' },
    TIMED_OUT: { description: 'No complete answer in time.' },
    CONNECTION_FAILED: { description: 'DNS, refused, reset, truncated or protocol error.' },
    TLS_FAILED: { description: 'No secure connection; certificates are always verified.' },
    ADDRESS_REFUSED: { description: 'The callback address resolves to a network that may not be called.' },
    ABANDONED: { description: 'The worker died or was stopped meanwhile; whether it arrived is unknown.' },
  },
});

@ObjectType({ implements: Node, description: 'That a developer is to be told of a paid order.' })
export class Delivery {
  constructor(readonly row: DeliveryRow) {}

  @Field(() => ID, { description: 'Unlike that of any other object; order_id is in it.' })
  get id(): string {
    return writeNodeId('delivery', this.row.orderId);
  }

  @Field(() => DeliveryStatus, { description: 'How far it has come.' })
  get status(): `${DeliveryStatus}` {
    return this.row.status;
  }

  @Field(() => Int, { description: 'Attempts so far, of either trigger.' })
  get attemptCount(): number {
    return this.row.attemptCount;
  }

  @Field(() => Int, { description: 'How many automatic notifications there may be.' })
  get maxNotifications(): number {
    return this.row.maxNotifications;
  }

  @Field(() => DateTime, { nullable: true, description: 'The earliest notification that is scheduled or asked for.' })
  get nextAttemptAt(): Date | null {
    return this.row.dueAt;
  }

  @Field(() => DateTime, { description: 'When the payment was recorded, or the first resend asked for.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }
}

@ObjectType({ implements: Node, description: 'One POST to the developer, recorded before it is made.' })
export class DeliveryAttempt {
  constructor(readonly row: DeliveryAttemptRow) {}

  @Field(() => ID, { description: 'Unlike that of any other object; a number that grows with time is in it.' })
  get id(): string {
    return writeNodeId('attempt', this.row.id);
  }

  @Field(() => Int, { description: 'From 1.' })
  get number(): number {
    return this.row.number;
  }

  @Field(() => AttemptTrigger, { description: 'Why it was made.' })
  get trigger(): `${AttemptTrigger}` {
    return this.row.trigger;
  }

  @Field(() => AttemptOutcome, { description: 'How it ended.' })
  get outcome(): `${AttemptOutcome}` {
    return this.row.outcome;
  }

  @Field(() => DateTime, { description: 'When it was due.' })
  get scheduledAt(): Date {
    return this.row.scheduledAt;
  }

  @Field(() => DateTime, { description: 'When its row was written, just before the POST.' })
  get startedAt(): Date {
    return this.row.startedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'Null while it runs.' })
  get finishedAt(): Date | null {
    return this.row.finishedAt;
  }

  @Field(() => String, { description: 'The callback address at that time.' })
  get url(): string {
    return calledUrl(this.row.url);
  }

  @Field(() => Int, { nullable: true, description: 'Null: there was no response.' })
  get httpStatus(): number | null {
    return this.row.httpStatus;
  }

  @Field(() => Boolean, { description: 'True: the response had more than is kept, or broke off.' })
  get responseTruncated(): boolean {
    return this.row.responseTruncated;
  }

  @Field(() => String, { nullable: true, description: 'Why there was no complete response.' })
  get error(): string | null {
    return this.row.error;
  }

  @Field(() => String, { nullable: true, description: 'What was nearly right, or what may help.' })
  get hint(): string | null {
    return this.row.hint;
  }

  @Field(() => Float, { nullable: true, description: 'From the start to the last byte, in milliseconds.' })
  get durationMs(): number | null {
    return this.row.durationMs;
  }

  @Field(() => Float, { nullable: true, description: 'From the start to the resolved name, in milliseconds.' })
  get dnsMs(): number | null {
    return this.row.dnsMs;
  }

  @Field(() => Float, { nullable: true, description: 'Connecting, TLS included, in milliseconds.' })
  get connectMs(): number | null {
    return this.row.connectMs;
  }

  @Field(() => Float, { nullable: true, description: "From the start to the response's headers, in milliseconds." })
  get firstByteMs(): number | null {
    return this.row.firstByteMs;
  }

  @Field(() => String, { nullable: true, description: 'The IP address that was dialled.' })
  get remoteAddress(): string | null {
    return this.row.remoteAddress;
  }

  @Field(() => String, { description: 'The process that sent it: host:pid.' })
  get worker(): string {
    return this.row.worker;
  }
}

export const DeliveryConnection = connectionType('Delivery', 'delivery', () => Delivery);

export const DeliveryAttemptConnection = connectionType('DeliveryAttempt', 'attempt', () => DeliveryAttempt);

@InputType({ description: 'All given conditions hold.' })
export class DeliveryFilter {
  @Field(() => ID, { nullable: true, description: 'Of this plugin.' })
  pluginId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true, description: 'In this state.' })
  status?: DeliveryStatus | null;

  @Field(() => DateTime, { nullable: true, description: 'Created at this instant or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Created before this instant.' })
  createdTo?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'A notification is due before this instant.' })
  dueBefore?: Date | null;
}

@InputType({ description: 'All given conditions hold.' })
export class DeliveryAttemptFilter {
  @Field(() => ID, { nullable: true, description: 'To the developer of this plugin.' })
  pluginId?: string | null;

  @Field(() => ID, { nullable: true, description: 'For this order.' })
  orderId?: string | null;

  @Field(() => AttemptOutcome, { nullable: true, description: 'That ended like this.' })
  outcome?: AttemptOutcome | null;

  @Field(() => DateTime, { nullable: true, description: 'Started at this instant or later.' })
  startedFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Started before this instant.' })
  startedTo?: Date | null;
}
