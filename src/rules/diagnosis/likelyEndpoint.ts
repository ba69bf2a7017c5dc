import { specifiedEndpoints, type EndpointRules } from '../signing/specifiedEndpoints.ts';
import { signedRequestRules, type ParameterRules } from '../signing/parameters.ts';

/** The names that every endpoint requires, except sign. */
export const requiredAlways = requiredBy(signedRequestRules).filter((name) => name !== 'sign');

export interface LikelyEndpoint extends Pick<EndpointRules, 'method' | 'path'> {
  /** The names that must be sent, except sign. */
  required: string[];
}

/**
 * Returns the endpoint that takes what was sent, when it is not known which one was called. Parameters that fit all of them
 * are taken for a call of /baseinfo.
 */
export function likelyEndpoint(sent: Iterable<string>): LikelyEndpoint {
  const names = new Set(sent);
  const { baseInfo, paymentsRecord, goods } = specifiedEndpoints;
  if (names.has('out_order_id')) return described(paymentsRecord);
  return described(['title', 'total_fee', 'pay_limit'].some((name) => names.has(name)) ? goods : baseInfo);
}

function described({ method, path, parameters }: EndpointRules): LikelyEndpoint {
  return { method, path, required: [...requiredAlways, ...requiredBy(parameters)] };
}

function requiredBy(rules: ParameterRules): string[] {
  return Object.keys(rules).filter((name) => rules[name]!.absent === undefined);
}
