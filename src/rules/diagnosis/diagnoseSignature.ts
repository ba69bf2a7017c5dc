import { canonicalString } from '../signing/canonicalString.ts';
import { verifySignature } from '../signing/signature.ts';
import { requiredAlways, type LikelyEndpoint } from './likelyEndpoint.ts';
import { describeTimestamp } from './signature/describeTimestamp.ts';
import type { KnownSecrets } from './signature/digests.ts';
import { explainSignature } from './signature/explainSignature.ts';
import { finding, type Finding, quoteName, say } from './signature/finding.ts';
import { findInvalidParameters } from './signature/invalidParameters.ts';

/** The request as the developer describes it. */
export interface SignatureClaim {
  sign: string;
  /** The parameters in the order sent, decoded, as an HTTP client is given them. `sign` may be among them. */
  parameters: readonly { name: string; value: string }[];
  signedString?: string | undefined;
  /** The URL that was called. Without it, a host before the signed string cannot be found. */
  url?: string | undefined;
  /** The plugin whose secrets are tried, to be compared with the plugin_id among the parameters. */
  pluginId?: string;
}

export interface SignatureDiagnosis {
  /**
   * True: the required parameters are there, and time and signature hold. The shapes of values are checked, too, and
   * are among the findings. The access token and the order are not checked.
   */
  valid: boolean;
  /** The string that must be signed. */
  canonicalString: string;
  findings: Finding[];
}

/**
 * Names what a developer did wrong in signing, by the fewest mistakes that explain the signature.
 *
 * For staff only. It shows no more about a secret than the service does: whether all 32 bytes of a signature that the
 * caller already has were made of one of many strings. It never returns a signature, nor a piece of one.
 *
 * `endpoint` is the one that was called, or likely was. Undefined: only what holds for every endpoint is judged.
 */
export function diagnoseSignature(
  claim: SignatureClaim,
  secrets: KnownSecrets,
  endpoint: LikelyEndpoint | undefined,
  now: Date,
  toleranceSeconds: number,
): SignatureDiagnosis {
  const { parameters, problems } = readClaimed(claim.parameters);
  const pairs = [...parameters].map(([name, value]) => ({ name, value }));
  const timestamp = parameters.get('timestamp') ?? '';
  const missing = (endpoint?.required ?? requiredAlways).filter((name) => !parameters.get(name));
  problems.push(...findOtherPlugin(parameters, claim.pluginId));

  const aboutSignature = explainSignature(claim.sign, claim.signedString, pairs, secrets, claim.url);
  const known = new Set(aboutSignature.map(({ code }) => code));
  const isUnexplained = aboutSignature.some(({ code }) => code === 'UNEXPLAINED');
  const aboutTime = timestamp === '' ? [] : describeTimestamp(timestamp, now, toleranceSeconds);
  const isOnTime = timestamp !== '' && aboutTime.length === 0;
  const isWhole = problems.length === 0 && missing.length === 0;
  return {
    valid: isWhole && isOnTime && verifySignature(parameters, claim.sign, secrets.current).secret !== undefined,
    canonicalString: canonicalString(parameters),
    findings: [
      ...(secrets.isComplete === false && isUnexplained ? [unreadableSecret] : []),
      ...aboutSignature,
      ...problems,
      ...missing.map((name) => describeMissing(name, parameters.has(name), endpoint)),
      ...aboutTime.filter(({ code }) => code !== 'TIMESTAMP_IN_MILLISECONDS' || !known.has(code)),
      ...findInvalidParameters(new Map([...parameters].filter(([name]) => !missing.includes(name))), endpoint),
    ],
  };
}

const unreadableSecret = finding('UNEXPLAINED', 'SECRET_UNREADABLE_HERE');

/**
 * Reads the parameters, each name once. The service refuses a name with a problem. Here its last value is used, made
 * well-formed.
 */
function readClaimed(claimed: SignatureClaim['parameters']): { parameters: Map<string, string>; problems: Finding[] } {
  const parameters = new Map<string, string>();
  const contradictory = new Set<string>();
  for (const { name, value } of claimed) {
    const wellFormed = [name.toWellFormed(), value.toWellFormed()] as const;
    if ((parameters.get(wellFormed[0]) ?? wellFormed[1]) !== wellFormed[1]) contradictory.add(wellFormed[0]);
    parameters.set(...wellFormed);
  }
  const problems = [...contradictory]
    .slice(0, mostNamed)
    .map((name) => finding('UNEXPLAINED', say('NAME_REPEATED', { name: quoteName(name) })));
  if (!claimed.every(({ name, value }) => name.isWellFormed() && value.isWellFormed())) {
    problems.push(finding('UNEXPLAINED', 'HALF_CHARACTER'));
  }
  return { parameters, problems };
}

function findOtherPlugin(parameters: ReadonlyMap<string, string>, pluginId: string | undefined): Finding[] {
  const sent = parameters.get('plugin_id');
  if (!sent || pluginId === undefined || sent === pluginId) return [];
  return [finding('UNEXPLAINED', 'OTHER_PLUGIN')];
}

/** The limit of names in the findings: more would not help anyone. */
const mostNamed = 5;

function describeMissing(name: string, isEmpty: boolean, endpoint: LikelyEndpoint | undefined): Finding {
  const code = isEmpty ? 'PARAMETER_EMPTY' : 'PARAMETER_ABSENT';
  const quoted = quoteName(name);
  if (!endpoint || requiredAlways.includes(name)) return finding('PARAMETER_MISSING', say(code, { name: quoted }));
  const did = say(`${code}_AT`, { name: quoted, endpoint: `${endpoint.method} ${endpoint.path}` });
  return finding('PARAMETER_MISSING', did, ...(endpoint.isNamed ? [] : (['DO_NAME_ENDPOINT'] as const)));
}
