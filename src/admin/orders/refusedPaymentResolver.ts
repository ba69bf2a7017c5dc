import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { findOrder } from '../../store/orders/orders.ts';
import { countRefusedPayments, findRefusedPayments } from '../../store/orders/refusedPayments.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { CheckedArguments } from '../guards/fieldExtensions.ts';
import { ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { checkGiven } from '../graphql/optionalInput.ts';
import { Order } from './orderTypes.ts';
import { RefusedPayment, RefusedPaymentConnection } from './refusedPaymentTypes.ts';
import { Role } from '../door/role.ts';

@Resolver(() => RefusedPayment)
export class RefusedPaymentResolver {
  @Authorized(Role.VIEWER)
  @CheckedArguments(({ pluginId }: { pluginId?: string | null }) => ({
    pluginId: checkGiven(pluginId ?? undefined, checkLookup),
  }))
  @Query(() => RefusedPaymentConnection, {
    description:
      'Payments that payOrder refused as a CONFLICT or for an implausible paidAt, the newest first. The same one again is ' +
      'one row; the last 20 different ones of each order are kept, until none of them came for RETENTION_DAYS.',
  })
  async refusedPayments(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Arg('pluginId', () => ID, { nullable: true, description: 'Only of this plugin.' }) pluginId: string | null,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<RefusedPayment>> {
    const plugin = pluginId ?? undefined;
    return toConnection(
      await findRefusedPayments(store, plugin, readPageRequest(page, 'refusedPayment')),
      ({ at, id }) => ({ kind: 'refusedPayment', time: at, id: id.toString() }),
      (row) => new RefusedPayment(row),
      () => countRefusedPayments(store, plugin),
    );
  }

  @FieldResolver(() => Order, { description: 'What was to be paid, as it is now.' })
  async order(@Root() { row }: RefusedPayment, @Ctx() { store }: AdminContext): Promise<Order | null> {
    return findOrder(store, row.orderId);
  }
}
