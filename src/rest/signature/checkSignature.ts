import { RecentEntries } from '../../limits/recentEntries.ts';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { canonicalString, type Parameters } from '../../rules/signing/canonicalString.ts';
import type { FormEncoding } from '../../rules/signing/formEncodings.ts';
import { verifySignature } from '../../rules/signing/signature.ts';
import { isFresh } from '../../rules/signing/timestamp.ts';
import { UnreadableSecrets } from '../../store/plugins/pluginSecrets.ts';
import type { ReadCall, RestSettings } from '../endpoints/endpoint.ts';

/** A longer string would not help a person who compares two of them by eye. */
const longestShownCanonicalString = 2000;
/** The limit of remembered encodings, which take about 5 MB. */
const mostEncodings = 50_000;

export interface Proof {
  /** The row that the endpoint found for its answer; null: none. */
  found: unknown;
  /** The secret that verified the request. */
  secret: string;
  /** The number of bytes that were hashed to find out. */
  hashedBytes: number;
}

export type CheckSignature = (call: ReadCall) => Promise<Proof>;

/**
 * Returns the function that finds out who calls: 404 for an unknown plugin, 403 for a wrong time (setting
 * REQUEST_TOLERANCE_S), 401 for a wrong signature, in this order; 429 when the plugin's rate is used up meanwhile. The
 * string to sign is made of the caller's own parameters, so the caller may see it. The function throws UnreadableSecrets
 * when no secret matches, but the plugin also has secrets that cannot be decrypted: that is not the caller's fault.
 */
export function signatureChecker(settings: RestSettings): CheckSignature {
  // The encoding in which each plugin's last request verified. It is tried first, so a correct request usually needs one digest only.
  const lastEncodings = new RecentEntries<FormEncoding>(mostEncodings, () => false);

  return async ({ endpoint, address, parameters, values, now, isWanted }) => {
    const pluginId = values.plugin_id;
    const read = await endpoint.find(settings.store, values, now);
    if (!read) throw new Refusal('PLUGIN_NOT_FOUND');
    const { secrets, found } = read;

    const toleranceSeconds = settings.requestToleranceSeconds;
    if (!isFresh(values.timestamp, now, toleranceSeconds)) {
      throw new Refusal('TIMESTAMP_EXPIRED', { facts: { toleranceSeconds, serverTime: now.toISOString() } });
    }

    const verify = () => {
      // The plugin's rate may have been used up since the request came.
      settings.limits.requireRate(pluginId);
      return verifySignature(parameters, values.sign, secrets.opened, lastEncodings.get(pluginId));
    };
    const { secret, encoding, hashedBytes } = await settings.turns.toCompute(address, verify, isWanted);
    if (secret === undefined && !secrets.isComplete) {
      settings.onRequestUnverifiable(pluginId);
      throw new UnreadableSecrets([pluginId]);
    }
    if (secret === undefined) throw new Refusal('SIGNATURE_WRONG', { fields: shownCanonicalString(parameters) });
    if (encoding) lastEncodings.set(pluginId, encoding, now.getTime());
    return { secret, hashedBytes, found };
  };
}

function shownCanonicalString(parameters: Parameters): [string, Problem[]][] {
  const canonical = canonicalString(parameters);
  if (canonical.length > longestShownCanonicalString) return [];
  return [['sign', [{ code: 'signedString', canonicalString: canonical }]]];
}
