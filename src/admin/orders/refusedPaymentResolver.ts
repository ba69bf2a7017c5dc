import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { writeNodeId } from '../../rules/values/nodeId.ts';
import { readPageRequest } from '../../rules/values/page.ts';
import { findOrder } from '../../store/orders/orders.ts';
import {
  countRefusedPayments,
  findRefusedPayments,
  mostOfAnOrder,
  type RefusedPayment as RefusedPaymentRow,
} from '../../store/orders/refusedPayments.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { type Connection, connectionType, ForwardPageArgs, Node, toConnection } from '../graphql/connection.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { enumType } from '../graphql/enumType.ts';
import { checkPluginId, given } from '../graphql/optionalInput.ts';
import { sandboxCondition } from '../graphql/sandboxCondition.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { Order } from './orderTypes.ts';

@Resolver(() => RefusedPayment)
export class RefusedPaymentResolver {
  @Authorized(Role.VIEWER)
  @CheckedArguments(checkPluginId)
  @Query(() => RefusedPaymentConnection, {
    description:
      'Payments that payOrder refused as a CONFLICT or for an implausible paidAt, the newest first. A payment that ' +
      `is repeated stays one row. The last ${mostOfAnOrder} different ones of each order are kept, each until it was ` +
      'not repeated for RETENTION_DAYS.',
  })
  async refusedPayments(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('pluginId', () => ID, { nullable: true, description: 'Only of this plugin.' }) pluginId: string | null,
    @Arg('sandbox', () => Boolean, { nullable: true, description: sandboxCondition }) sandbox: boolean | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<RefusedPayment>> {
    const filter = given({ pluginId, sandbox });
    return toConnection(
      await findRefusedPayments(store, filter, readPageRequest(page, 'refusedPayment')),
      ({ at, id }) => ({ kind: 'refusedPayment', time: at, id: id.toString() }),
      (row) => RefusedPayment.of(row),
      () => countRefusedPayments(store, filter),
    );
  }

  @FieldResolver(() => Order, { description: 'The order that was to be paid, as it is now.' })
  async order(@Root() { row }: RefusedPayment, @Ctx() { store }: AdminContext): Promise<Order | null> {
    return findOrder(store, row.orderId);
  }
}

export const PaymentRefusal = enumType('PaymentRefusal', 'Why a payment was refused.', {
  SOLD_OUT: 'The goods are sold out: as many orders were paid as there may be. The user may be due a refund.',
  ALREADY_PAID: 'The order was paid at another time. The user may have paid twice.',
  IMPLAUSIBLE_PAID_AT:
    'paidAt was in the future, long before the order was created, or before 1970: a mistaken time zone or clock. The ' +
    'user may have paid.',
});
export type PaymentRefusal = keyof typeof PaymentRefusal;

@ObjectType({ implements: Node, description: 'A payment that payOrder refused, though the user may have paid.' })
export class RefusedPayment {
  row!: RefusedPaymentRow;

  static of(row: RefusedPaymentRow): RefusedPayment {
    return Object.assign(new RefusedPayment(), row, { row, id: writeNodeId('refused', row.id) });
  }

  @Field(() => ID, {
    description: 'Unique among all objects. It contains a number that grows with time.',
  })
  id!: string;

  @Field(() => PaymentRefusal, { description: 'Why it was refused.' })
  reason!: PaymentRefusal;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the user paid, as the caller said; null: the caller gave no time, which means the time of the call.',
  })
  paidAt!: Date | null;

  @Field(() => DateTime, { description: 'When it was refused, for the first time.' })
  at!: Date;

  @Field(() => DateTime, { description: 'When it was refused for the last time.' })
  lastAt!: Date;

  @Field(() => Int, { description: 'How often the same payment was refused.' })
  count!: number;

  @Field(() => String, { nullable: true, description: 'The name of the key of the last call.' })
  actor!: string | null;

  @Field(() => ID, { nullable: true, description: 'The id of that key; null: ADMIN_TOKEN.' })
  actorKeyId!: string | null;
}

export const RefusedPaymentConnection = connectionType('RefusedPayment', 'refusedPayment', () => RefusedPayment);
