import { sandboxEndpoints } from '../signing/sandboxEndpoints.ts';
import { specifiedEndpoints, type EndpointRules } from '../signing/specifiedEndpoints.ts';
import { signedRequestRules, type ParameterRules } from '../signing/parameters.ts';

/** The names that every endpoint requires, except sign. */
export const requiredAlways = requiredBy(signedRequestRules).filter((name) => name !== 'sign');

export interface LikelyEndpoint extends Pick<EndpointRules, 'method' | 'path' | 'parameters' | 'oneOf'> {
  /** The names that must be sent, except sign. */
  required: string[];
  /** True: the address names it. False: it is concluded from the parameters. */
  isNamed: boolean;
}

/**
 * Returns the endpoint that was called: the one whose path ends the address, or else the one that takes what was sent.
 * Parameters that fit several are taken for a call of an endpoint that live plugins have, and those that fit all for a call
 * of /baseinfo.
 */
export function likelyEndpoint(sent: Iterable<string>, address = ''): LikelyEndpoint {
  const path = address
    .split(/[?#]/, 1)[0]!
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/\/$/, '');
  const named = allEndpoints.find((endpoint) => path.endsWith(endpoint.path));
  const endpoint = named ?? endpointThatTakes(new Set(sent));
  const required = [...requiredAlways, ...requiredBy(endpoint.parameters)];
  return { ...endpoint, required, isNamed: named !== undefined };
}

const allEndpoints: EndpointRules[] = [...Object.values(specifiedEndpoints), ...Object.values(sandboxEndpoints)];

function endpointThatTakes(names: ReadonlySet<string>): EndpointRules {
  const { baseInfo, paymentsRecord, goods } = specifiedEndpoints;
  const { sandboxAnswer, sandboxOrder, sandboxUser } = sandboxEndpoints;
  const telling: [EndpointRules, string[]][] = [
    [sandboxAnswer, ['lease', 'attempt']],
    [sandboxOrder, ['goods_id']],
    [paymentsRecord, ['out_order_id']],
    [goods, ['title', 'total_fee', 'pay_limit']],
    [sandboxUser, ['nickname']],
  ];
  return telling.find(([, own]) => own.some((name) => names.has(name)))?.[0] ?? baseInfo;
}

function requiredBy(rules: ParameterRules): string[] {
  return Object.keys(rules).filter((name) => rules[name]!.absent === undefined);
}
