import { refuseInvalid } from '../rules/refusal.ts';
import { checkLookup } from '../rules/values.ts';
import type { DeliveryFilter as DeliveryConditions } from '../store/deliveries.ts';
import type { DeliveryAttemptFilter as AttemptConditions } from '../store/deliveryAttempts.ts';
import type { DeliveryAttemptFilter, DeliveryFilter } from './deliveryTypes.ts';
import { checkGiven, given } from './optionalInput.ts';

/** The conditions that were given, checked. Throws INVALID_PARAMETERS. */
export function readDeliveryFilter(filter: DeliveryFilter | null | undefined): DeliveryConditions {
  const conditions = given<DeliveryFilter>(filter ?? {});
  refuseInvalid({ 'filter.pluginId': checkGiven(conditions.pluginId, checkLookup) });
  return conditions;
}

/** The conditions that were given, checked. Throws INVALID_PARAMETERS. */
export function readAttemptFilter(filter: DeliveryAttemptFilter | null | undefined): AttemptConditions {
  const conditions = given<DeliveryAttemptFilter>(filter ?? {});
  refuseInvalid({
    'filter.pluginId': checkGiven(conditions.pluginId, checkLookup),
    'filter.orderId': checkGiven(conditions.orderId, checkLookup),
  });
  return conditions;
}
