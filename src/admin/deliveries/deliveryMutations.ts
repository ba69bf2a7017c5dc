import { randomBytes } from 'node:crypto';
import { Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import { refuseInvalid } from '../../rules/failures/refusal.ts';
import { urlToCall, checkHttpUrl } from '../../rules/values/httpUrl.ts';
import { checkLookup, checkReason } from '../../rules/values/values.ts';
import { auditAlone, withReason } from '../../store/audit/audit.ts';
import { countUnnotifiedOrders, createMissingDeliveries } from '../../store/deliveries/createMissingDeliveries.ts';
import { cancelDelivery } from '../../store/deliveries/cancelDelivery.ts';
import { requestResend } from '../../store/deliveries/requestResend.ts';
import { findSigningSecrets } from '../../store/plugins/pluginSecrets.ts';
import { countResends, requestMatchingResends } from '../../store/deliveries/requestMatchingResends.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { checkReceiver } from './checkReceiver.ts';
import {
  CallbackUrlReport,
  CancelDeliveryInput,
  CancelDeliveryPayload,
  CheckCallbackUrlInput,
  CreateDeliveriesInput,
  CreateDeliveriesPayload,
  ResendDeliveriesInput,
  ResendDeliveriesPayload,
  ResendDeliveryInput,
  ResendDeliveryPayload,
} from './deliveryInputs.ts';
import { checkDeliveriesToChange } from './deliveryFilter.ts';
import { Delivery } from './deliveryTypes.ts';
import { bulkChangeTimeMs, timeFor } from '../guards/queryLimits.ts';
import { checkGiven, given, Input } from '../graphql/optionalInput.ts';
import { Role } from '../door/role.ts';

@Resolver()
export class DeliveryMutations {
  @Authorized(Role.OPERATOR)
  @Mutation(() => ResendDeliveryPayload, {
    description:
      'Requests one notification besides the automatic ones, in any state of the delivery. An order that was paid ' +
      'while its plugin had no callback URL gets its delivery now.',
  })
  async resendDelivery(
    @Input(() => ResendDeliveryInput) { orderId, reason }: ResendDeliveryInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<ResendDeliveryPayload> {
    refuseInvalid({ orderId: checkLookup(orderId), reason: checkReason(reason ?? '') });
    const row = await requestResend(withReason(store, reason), orderId, settings.schedule, settings.clock());
    return { delivery: Delivery.of(row) };
  }

  @Authorized(Role.OPERATOR)
  @Mutation(() => ResendDeliveriesPayload, {
    description:
      'Requests one notification for each delivery of the filter, the oldest first. Leaves out deliveries for which ' +
      `a requested notification is already waiting. Works for at most ${bulkChangeTimeMs / 1000} seconds. If ` +
      'isPartial is true, repeat the call with notAskedSince to continue.',
  })
  async resendDeliveries(
    @Input(() => ResendDeliveriesInput) { filter, reason, dryRun, notAskedSince }: ResendDeliveriesInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<ResendDeliveriesPayload> {
    refuseInvalid({
      ...checkDeliveriesToChange(filter),
      reason: checkReason(reason ?? ''),
      dryRun: checkGiven(dryRun),
      notAskedSince: checkGiven(notAskedSince),
    });
    const now = settings.clock();
    const request = { filter: given(filter), notAskedSince: notAskedSince ?? null, now };
    if (dryRun) {
      return { count: await countResends(store, request), isPartial: false, requestedAt: now };
    }
    const asked = await requestMatchingResends(withReason(store, reason), request, timeFor(bulkChangeTimeMs));
    return { ...asked, requestedAt: now };
  }

  @Authorized(Role.OPERATOR)
  @Mutation(() => CreateDeliveriesPayload, {
    description:
      'Creates the deliveries of orders that were paid while the plugin had no callback URL, with all automatic ' +
      `notifications, as if the orders were paid now. Works for at most ${bulkChangeTimeMs / 1000} seconds. If ` +
      'isPartial is true, repeat the call to continue.',
  })
  async createDeliveries(
    @Input(() => CreateDeliveriesInput) { reason, dryRun, ...input }: CreateDeliveriesInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CreateDeliveriesPayload> {
    refuseInvalid({
      pluginId: checkLookup(input.pluginId),
      paidFrom: checkGiven(input.paidFrom),
      paidTo: checkGiven(input.paidTo),
      reason: checkReason(reason ?? ''),
      dryRun: checkGiven(dryRun),
    });
    const orders = { pluginId: input.pluginId, ...given({ paidFrom: input.paidFrom, paidTo: input.paidTo }) };
    if (dryRun) return { count: await countUnnotifiedOrders(store, orders), isPartial: false };
    const { schedule, clock } = settings;
    return createMissingDeliveries(withReason(store, reason), orders, schedule, clock, timeFor(bulkChangeTimeMs));
  }

  @Authorized(Role.OPERATOR)
  @Mutation(() => CancelDeliveryPayload, {
    description:
      'Ends the automatic notifications and drops the requested ones. A notification in flight is not stopped.',
  })
  async cancelDelivery(
    @Input(() => CancelDeliveryInput) { orderId, reason }: CancelDeliveryInput,
    @Ctx() { store }: AdminContext,
  ): Promise<CancelDeliveryPayload> {
    refuseInvalid({ orderId: checkLookup(orderId), reason: checkReason(reason ?? '') });
    return {
      delivery: Delivery.of(await cancelDelivery(withReason(store, reason), orderId)),
    };
  }

  @Authorized(Role.OPERATOR)
  @Mutation(() => CallbackUrlReport, {
    description:
      'Posts a signed test message exactly as a callback is posted, with status 0 and an order_id of zeros. Returns ' +
      'the result that a real callback would have had. With a pluginId, a receiver that does not answer SUCCESS gets ' +
      'the message again, signed with each usual mistake of receivers, to find the mistake that it makes.',
  })
  async checkCallbackUrl(
    @Input(() => CheckCallbackUrlInput) { url: givenUrl, pluginId }: CheckCallbackUrlInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<CallbackUrlReport> {
    const signer = pluginId ?? undefined;
    refuseInvalid({ url: checkHttpUrl(givenUrl), pluginId: checkGiven(signer, checkLookup) });
    const url = urlToCall(givenUrl);
    const now = settings.clock();
    const secrets =
      signer === undefined
        ? { current: randomBytes(16).toString('hex'), previous: [] }
        : await findSigningSecrets(store, signer, now);
    await auditAlone(store, { action: 'checkCallbackUrl', target: signer ?? url, detail: { url } });
    return checkReceiver(url, { pluginId: signer, secrets, now }, settings);
  }
}
