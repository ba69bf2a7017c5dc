import type { Problem } from '../../rules/failures/problems.ts';
import { checkLookup } from '../../rules/values/values.ts';
import type { DeliveryAttemptFilter, DeliveryFilter } from './deliveryTypes.ts';
import { checkGiven, given } from '../graphql/optionalInput.ts';

type Problems = Record<string, Problem | undefined>;

export function checkDeliveryFilter({ filter }: { filter?: DeliveryFilter | null }): Problems {
  const { pluginId } = given<DeliveryFilter>(filter ?? {});
  return { 'filter.pluginId': checkGiven(pluginId, checkLookup) };
}

export function checkAttemptFilter({ filter }: { filter?: DeliveryAttemptFilter | null }): Problems {
  const { pluginId, orderId } = given<DeliveryAttemptFilter>(filter ?? {});
  return {
    'filter.pluginId': checkGiven(pluginId, checkLookup),
    'filter.orderId': checkGiven(orderId, checkLookup),
  };
}

/**
 * What is wrong with a filter of deliveries that are to be changed. A condition of null is refused, and so is a filter
 * without any: a list only shows more then, but here more would be sent.
 */
export function checkDeliveriesToChange(filter: DeliveryFilter): Problems {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  return {
    filter: conditions.length === 0 ? { code: 'emptyFilter' } : undefined,
    ...Object.fromEntries(conditions.map(([name, value]) => [`filter.${name}`, checkGiven(value)])),
    ...(filter.pluginId !== null && { 'filter.pluginId': checkGiven(filter.pluginId, checkLookup) }),
  };
}
