import { Field, ID, InputType } from 'type-graphql';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { AttemptOutcome, DeliveryStatus } from './deliveryTypes.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { sandboxCondition } from '../graphql/sandboxCondition.ts';
import { checkGiven, checkLookups } from '../graphql/optionalInput.ts';

/** In the schema, the names of the inputs have no Input at the end. In TypeScript, the store has types of those names. */
@InputType('DeliveryFilter', { description: 'All given conditions must hold.' })
export class DeliveryFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only of this plugin.' })
  pluginId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true, description: 'In this state.' })
  status?: DeliveryStatus | null;

  @Field(() => DateTime, { nullable: true, description: 'Created at this instant or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Created before this instant.' })
  createdTo?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'A notification is due before this instant.' })
  dueBefore?: Date | null;

  @Field(() => Boolean, { nullable: true, description: sandboxCondition })
  sandbox?: boolean | null;
}

@InputType('DeliveryAttemptFilter', { description: 'All given conditions must hold.' })
export class DeliveryAttemptFilterInput {
  @Field(() => ID, { nullable: true, description: 'To the developer of this plugin.' })
  pluginId?: string | null;

  @Field(() => ID, { nullable: true, description: 'For this order.' })
  orderId?: string | null;

  @Field(() => AttemptOutcome, { nullable: true, description: 'With this outcome.' })
  outcome?: AttemptOutcome | null;

  @Field(() => DateTime, { nullable: true, description: 'Started at this instant or later.' })
  startedFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Started before this instant.' })
  startedTo?: Date | null;

  @Field(() => Boolean, { nullable: true, description: sandboxCondition })
  sandbox?: boolean | null;
}

export const checkDeliveryFilter = checkLookups<DeliveryFilterInput>('pluginId');
export const checkAttemptFilter = checkLookups<DeliveryAttemptFilterInput>('pluginId', 'orderId');

/**
 * Returns what is wrong with a filter of deliveries that are to be changed. A condition of null is refused, and so is a
 * filter without conditions. In a list, a missing condition only shows more rows; here it would send more callbacks.
 */
export function checkDeliveriesToChange(filter: DeliveryFilterInput): Record<string, Problem | undefined> {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  // `sandbox: false` is what a filter without it means, too.
  const isEmpty = conditions.every(([name, value]) => name === 'sandbox' && value === false);
  return {
    filter: isEmpty ? { code: 'emptyFilter' } : undefined,
    ...Object.fromEntries(conditions.map(([name, value]) => [`filter.${name}`, checkGiven(value)])),
    ...(filter.pluginId !== null && { 'filter.pluginId': checkGiven(filter.pluginId, checkLookup) }),
  };
}
