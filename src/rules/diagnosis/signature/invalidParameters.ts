import {
  accessToken,
  findProblem,
  outOrderId,
  payLimit,
  signedRequestRules,
  title,
  totalFee,
} from '../../signing/parameters.ts';
import type { Parameters } from '../../signing/canonicalString.ts';
import { describeProblem } from '../../failures/valueProblems.ts';
import { finding, type Finding } from './finding.ts';

/**
 * The rules of the parameters of all endpoints. A name has the same rule at each. `timestamp` and `sign` have other findings.
 */
const rules = {
  plugin_id: signedRequestRules.plugin_id,
  access_token: accessToken,
  out_order_id: outOrderId,
  title,
  total_fee: totalFee,
  pay_limit: payLimit,
};

/** Finds what an endpoint that takes these parameters would refuse for their shape, even if they are signed rightly. */
export function findInvalidParameters(parameters: Parameters): Finding[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const sent = parameters.get(name);
    const problem = sent === undefined ? undefined : findProblem(rule, sent);
    if (!problem) return [];
    const says = describeProblem(name, problem, 'en');
    const message = `Endpoints that take ${name} answer 422, however it is signed: ${says} Sign and send a value of this form.`;
    return [finding('PARAMETER_INVALID', message)];
  });
}
