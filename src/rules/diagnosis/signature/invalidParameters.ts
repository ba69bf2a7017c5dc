import { findMissingChoice, findProblem, signedRequestRules, type ParameterRules } from '../../signing/parameters.ts';
import { specifiedEndpoints, type EndpointRules } from '../../signing/specifiedEndpoints.ts';
import type { Parameters } from '../../signing/canonicalString.ts';
import { sentenceAbout } from '../../failures/valueProblems.ts';
import { finding, type Finding, say } from './finding.ts';

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

type Own = Pick<EndpointRules, 'parameters' | 'oneOf'>;
const none: Own = { parameters: {} };

/**
 * Finds what an endpoint that takes these parameters would refuse for their shape, even if they are signed rightly. The second
 * argument is the endpoint that was called.
 */
export function findInvalidParameters(parameters: Parameters, { parameters: own, oneOf = [] }: Own = none): Finding[] {
  const choice = new Map(findMissingChoice(oneOf, parameters).slice(0, 1));
  return Object.entries({ ...rulesOfAll, ...own }).flatMap(([name, rule]) => {
    const sent = parameters.get(name);
    const problem = sent === undefined ? choice.get(name) : findProblem(rule, sent);
    if (!problem) return [];
    const answers = say('ANSWERS_422_HOWEVER_SIGNED', { name });
    return [finding('PARAMETER_INVALID', answers, sentenceAbout(name, problem), 'DO_SEND_THIS_FORM')];
  });
}
