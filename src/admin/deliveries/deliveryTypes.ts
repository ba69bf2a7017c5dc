import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { explainEnding } from '../../rules/callbacks/explainEnding.ts';
import { hintPhrase } from '../../rules/callbacks/hintPhrase.ts';
import { writePhrases } from '../../rules/callbacks/notificationPhrases.ts';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import { urlToCall } from '../../rules/values/httpUrl.ts';
import type { Delivery as DeliveryRow } from '../../store/deliveries/findDeliveries.ts';
import type { DeliveryAttempt as DeliveryAttemptRow } from '../../store/deliveries/deliveryAttempts.ts';
import { connectionType, Node } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { enumType } from '../graphql/enumType.ts';
import { Phrase, withHints } from '../graphql/phrase.ts';

export const DeliveryStatus = enumType('DeliveryStatus', 'How far a delivery has come.', {
  PENDING: 'Not acknowledged; notifications are scheduled or under way.',
  DELIVERED: 'Acknowledged by the developer.',
  EXHAUSTED: 'Not acknowledged, and no automatic notification is left.',
  CANCELLED: 'Ended by staff.',
});
export type DeliveryStatus = keyof typeof DeliveryStatus;

export const AttemptTrigger = enumType('AttemptTrigger', 'Why an attempt was made.', {
  AUTOMATIC: 'By the schedule.',
  MANUAL: 'Requested by staff, besides the automatic ones.',
});
export type AttemptTrigger = keyof typeof AttemptTrigger;

export const AttemptOutcome = enumType('AttemptOutcome', 'How an attempt ended.', {
  STARTED: 'The row was written before the POST; it runs, or its worker has died and it will be ABANDONED.',
  ACKNOWLEDGED: 'Answered with SUCCESS.',
  UNEXPECTED_STATUS: 'Answered with a status that is neither 2xx nor 3xx.',
  UNEXPECTED_BODY: 'Answered with 2xx, but not with SUCCESS.',
  REDIRECTED: 'Answered with 3xx; redirects are never followed.',
  TIMED_OUT: 'No complete answer in time.',
  CONNECTION_FAILED: 'DNS, refused, reset, truncated or protocol error.',
  TLS_FAILED: 'No secure connection; certificates are always verified.',
  ADDRESS_REFUSED: 'The host of the callback URL has an address that may not be called.',
  ABANDONED: 'The worker died or was stopped meanwhile; whether it arrived is unknown.',
});
export type AttemptOutcome = keyof typeof AttemptOutcome;

@ObjectType({ implements: Node, description: 'The duty to notify a developer of a paid order.' })
export class Delivery {
  row!: DeliveryRow;

  static of(row: DeliveryRow): Delivery {
    return Object.assign(new Delivery(), row, {
      row,
      id: writeNodeId('delivery', row.orderId),
      nextAttemptAt: row.dueAt,
    });
  }

  @Field(() => ID, { description: 'Unique among all objects. It contains the order_id.' })
  id!: string;

  @Field(() => DeliveryStatus, { description: 'How far it has come.' })
  status!: DeliveryStatus;

  @Field(() => Int, { description: 'The number of attempts so far, automatic and manual.' })
  attemptCount!: number;

  @Field(() => Int, { description: 'How many automatic notifications there may be.' })
  maxNotifications!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the next notification is due, whether scheduled or requested.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => DateTime, { description: 'When the payment was recorded, or the first resend was requested.' })
  createdAt!: Date;
}

@ObjectType({ implements: Node, description: 'One POST to the developer, recorded before it is made.' })
export class DeliveryAttempt {
  row!: DeliveryAttemptRow;

  static of(row: DeliveryAttemptRow): DeliveryAttempt {
    return Object.assign(new DeliveryAttempt(), row, {
      row,
      id: writeNodeId('attempt', row.id),
      url: urlToCall(row.url),
    });
  }

  @Field(() => ID, {
    description: 'Unique among all objects. It contains a number that grows with time.',
  })
  id!: string;

  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Field(() => AttemptTrigger, { description: 'Why it was made.' })
  trigger!: AttemptTrigger;

  @Field(() => AttemptOutcome, { description: 'How it ended.' })
  outcome!: AttemptOutcome;

  @Field(() => DateTime, { description: 'When it was due.' })
  scheduledAt!: Date;

  @Field(() => DateTime, { description: 'When its row was written, just before the POST.' })
  startedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Null while it runs.' })
  finishedAt!: Date | null;

  @Field(() => String, { description: 'The callback URL at that time.' })
  url!: string;

  @Field(() => Int, { nullable: true, description: 'Null: there was no response.' })
  httpStatus!: number | null;

  @Field(() => Boolean, { description: 'True: the response was longer than what is kept, or broke off.' })
  responseTruncated!: boolean;

  @Field(() => String, { nullable: true, description: 'Why there was no complete response.' })
  error!: string | null;

  @Field(() => String, { nullable: true, description: 'Says what was nearly right, or what may help.' })
  hint!: string | null;

  @Field(() => Phrase, { nullable: true, description: 'The hint as data. Null: there is none, or it has no code.' })
  get hintPhrase(): Phrase | null {
    const phrase = this.hint === null ? null : hintPhrase(this.hint);
    return phrase && Phrase.of(phrase);
  }

  @Field(() => String, { description: 'How it ended, in a sentence with its hint. The error is not in it.' })
  get message(): string {
    return writePhrases([explainEnding(this)]);
  }

  @Field(() => [Phrase], { description: 'The sentence of the message as data, followed by its hint (HINT_…).' })
  get phrases(): Phrase[] {
    return withHints([explainEnding(this)]);
  }

  @Field(() => Float, { nullable: true, description: 'From the start to the last byte, in milliseconds.' })
  durationMs!: number | null;

  @Field(() => Float, { nullable: true, description: 'From the start to the resolved name, in milliseconds.' })
  dnsMs!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Connecting, TLS included, in milliseconds; 0 if the connection was still open from an earlier callback.',
  })
  connectMs!: number | null;

  @Field(() => Float, { nullable: true, description: "From the start to the response's headers, in milliseconds." })
  firstByteMs!: number | null;

  @Field(() => String, { nullable: true, description: 'The IP address that was dialled.' })
  remoteAddress!: string | null;

  @Field(() => String, { description: 'The process that sent it: host:pid.' })
  worker!: string;
}

export const DeliveryConnection = connectionType('Delivery', 'delivery', () => Delivery);

export const DeliveryAttemptConnection = connectionType('DeliveryAttempt', 'attempt', () => DeliveryAttempt);
