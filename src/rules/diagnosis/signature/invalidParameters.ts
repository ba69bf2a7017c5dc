import { findProblem, signedRequestRules, type ParameterRules } from '../../signing/parameters.ts';
import { specifiedEndpoints } from '../../signing/specifiedEndpoints.ts';
import type { Parameters } from '../../signing/canonicalString.ts';
import { describeProblem } from '../../failures/valueProblems.ts';
import { finding, type Finding } from './finding.ts';

/**
 * The rules of the parameters of the specified endpoints, where a name has the same rule at each. `timestamp` and `sign` have
 * other findings.
 */
const rulesOfAll: ParameterRules = {
  plugin_id: signedRequestRules.plugin_id,
  ...specifiedEndpoints.baseInfo.parameters,
  ...specifiedEndpoints.paymentsRecord.parameters,
  ...specifiedEndpoints.goods.parameters,
};

/**
 * Finds what an endpoint that takes these parameters would refuse for their shape, even if they are signed rightly. `own` are
 * the rules of the endpoint that was called.
 */
export function findInvalidParameters(parameters: Parameters, own: ParameterRules = {}): Finding[] {
  return Object.entries({ ...rulesOfAll, ...own }).flatMap(([name, rule]) => {
    const sent = parameters.get(name);
    const problem = sent === undefined ? undefined : findProblem(rule, sent);
    if (!problem) return [];
    const says = describeProblem(name, problem, 'en');
    const message = `Endpoints that take ${name} answer 422, however it is signed: ${says} Sign and send a value of this form.`;
    return [finding('PARAMETER_INVALID', message)];
  });
}
