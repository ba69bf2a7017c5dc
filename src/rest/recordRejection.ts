import { leaveSecretsOut, redactedCanonicalString } from '../rules/signing/redactedCanonicalString.ts';
import { Refusal, type RefusalCode } from '../rules/failures/refusal.ts';
import { clockSkewSeconds } from '../rules/signing/timestamp.ts';
import type { RejectionRecorder } from '../store/rejections/rejectionRecorder.ts';
import { failureOf } from '../http/refusalMessages.ts';
import type { ReadCall } from './endpoints/endpoint.ts';

/** The refusals of signed requests that staff are asked about: 401, 403, and 404 for the plugin. */
const recorded: ReadonlySet<RefusalCode> = new Set([
  'PLUGIN_NOT_FOUND',
  'TIMESTAMP_EXPIRED',
  'SIGNATURE_WRONG',
  'ACCESS_TOKEN_UNKNOWN',
]);

/** A longer string cannot be compared by eye. */
const longestCanonicalString = 2000;
/** A timestamp may have any number of digits, so the skew is limited, to thirty thousand years. */
const greatestSkewSeconds = 1e12;

/**
 * Hands a refused call to the recorder, if developers ask staff about such calls. The recorder writes it in the background. The
 * answer does not wait for that.
 */
export function recordRejection(recorder: RejectionRecorder, error: unknown, call: ReadCall): void {
  if (!(error instanceof Refusal) || !recorded.has(error.code)) return;
  const { endpoint, address, parameters, values, now } = call;
  const who = { pluginId: leaveSecretsOut(values.plugin_id), reason: error.code };
  recorder.record(who, () => ({
    ...who,
    at: now,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    status: failureOf(error, 'en').status,
    canonicalString: redactedCanonicalString(parameters, longestCanonicalString),
    skewSeconds: clamp(clockSkewSeconds(values.timestamp, now), greatestSkewSeconds),
    remoteAddress: address,
  }));
}

function clamp(value: number, greatest: number): number {
  return Math.max(-greatest, Math.min(greatest, value));
}
