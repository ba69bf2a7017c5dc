import type { Problem } from '../rules/problems.ts';
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

/**
 * What is wrong with a filter of deliveries that are to be changed. A condition of null is refused, and so is a filter
 * without any: a list only shows more then, but here more would be sent.
 */
export function checkDeliveriesToChange(filter: DeliveryFilter): Record<string, Problem | undefined> {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  return {
    filter: conditions.length === 0 ? { code: 'emptyFilter' } : undefined,
    ...Object.fromEntries(conditions.map(([name, value]) => [`filter.${name}`, checkGiven(value)])),
    ...(filter.pluginId !== null && { 'filter.pluginId': checkGiven(filter.pluginId, checkLookup) }),
  };
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
