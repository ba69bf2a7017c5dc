import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import type { RefusedPayment as RefusedPaymentRow } from '../../store/orders/refusedPayments.ts';
import { connectionType } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Node } from '../graphql/node.ts';

export enum PaymentRefusal {
  SOLD_OUT = 'SOLD_OUT',
  ALREADY_PAID = 'ALREADY_PAID',
  IMPLAUSIBLE_PAID_AT = 'IMPLAUSIBLE_PAID_AT',
}

registerEnumType(PaymentRefusal, {
  name: 'PaymentRefusal',
  description: 'Why a payment was refused.',
  valuesConfig: {
    SOLD_OUT: {
      description: 'As many orders of the goods were paid as there may be. The user may have a refund to come.',
    },
    ALREADY_PAID: { description: 'The order was paid at another time. The user may have paid twice.' },
    IMPLAUSIBLE_PAID_AT: {
      description:
        'paidAt was in the future, long before the order was created, or before 1970: a mistaken time zone or clock. The ' +
        'user may have paid.',
    },
  },
});

@ObjectType({ implements: Node, description: 'A payment that payOrder refused, though the user may have paid.' })
export class RefusedPayment {
  constructor(readonly row: RefusedPaymentRow) {}

  @Field(() => ID, { description: 'Unlike that of any other object; a number that grows with time is in it.' })
  get id(): string {
    return writeNodeId('refused', this.row.id);
  }

  @Field(() => PaymentRefusal, { description: 'Why it was refused.' })
  get reason(): `${PaymentRefusal}` {
    return this.row.reason;
  }

  @Field(() => DateTime, { nullable: true, description: 'When the user paid, as the caller said; null: at the call.' })
  get paidAt(): Date | null {
    return this.row.paidAt;
  }

  @Field(() => DateTime, { description: 'When it was refused, for the first time.' })
  get at(): Date {
    return this.row.at;
  }

  @Field(() => DateTime, { description: 'When it was refused for the last time.' })
  get lastAt(): Date {
    return this.row.lastAt;
  }

  @Field(() => Int, { description: 'How often the same payment was refused.' })
  get count(): number {
    return this.row.count;
  }

  @Field(() => String, { nullable: true, description: 'The name of the key of the last call.' })
  get actor(): string | null {
    return this.row.actor;
  }

  @Field(() => ID, { nullable: true, description: 'The id of that key; null: ADMIN_TOKEN.' })
  get actorKeyId(): string | null {
    return this.row.actorKeyId;
  }
}

export const RefusedPaymentConnection = connectionType('RefusedPayment', 'refusedPayment', () => RefusedPayment);
