import { RecentEntries } from '../../limits/recentEntries.ts';
import { canonicalString } from '../../rules/signing/canonicalString.ts';
import type { FormEncoding } from '../../rules/signing/formEncodings.ts';
import type { Problem } from '../../rules/failures/problems.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { isFresh } from '../../rules/signing/requestTime.ts';
import { verifySignature } from '../../rules/signing/signature.ts';
import { findValidSecrets, UnreadableSecrets } from '../../store/plugins/plugins.ts';
import type { RestSettings, SignedRequest } from '../endpoints/endpoint.ts';

/** A longer string would not help a person who compares two of them by eye. */
const longestShownCanonicalString = 2000;

/** How each plugin encoded what verified last. It is tried first, so that an honest server costs one digest. */
export type LastEncodings = RecentEntries<FormEncoding>;

/** 50,000 are about 5 MB. */
export function rememberEncodings(capacity = 50_000): LastEncodings {
  return new RecentEntries(capacity, () => false);
}

export interface Proof {
  /** That verified the request. */
  secret: string;
  /** What was hashed to see it. */
  hashedBytes: number;
}

/**
 * Who calls: 404 for an unknown plugin, 403 for a wrong time, 401 for a wrong signature, in this order. What was to be
 * signed is made of the caller's own parameters, so it may be shown to the caller. Throws UnreadableSecrets, which is no
 * fault of the caller's, when the secret that was used may be one that does not open.
 */
export async function requireSignature(
  settings: RestSettings,
  lastEncodings: LastEncodings,
  { address, parameters, values, now, isWanted }: SignedRequest,
): Promise<Proof> {
  const pluginId = values.plugin_id;
  const secrets = await findValidSecrets(settings.store, pluginId, now);
  if (!secrets) throw new Refusal('PLUGIN_NOT_FOUND');

  const toleranceSeconds = settings.requestToleranceSeconds;
  if (!isFresh(values.timestamp, now, toleranceSeconds)) {
    throw new Refusal('TIMESTAMP_EXPIRED', { facts: { toleranceSeconds, serverTime: now.toISOString() } });
  }

  const verify = () => {
    // It may have been used up since the request came.
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
  return { secret, hashedBytes };
}

function shownCanonicalString(parameters: SignedRequest['parameters']): [string, Problem[]][] {
  const canonical = canonicalString(parameters);
  if (canonical.length > longestShownCanonicalString) return [];
  return [['sign', [{ code: 'signedString', canonicalString: canonical }]]];
}
