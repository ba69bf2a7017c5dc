import type { Parameters } from '../rules/signing/canonicalString.ts';
import { leaveSecretsOut, redactedCanonicalString } from '../rules/signing/redactedCanonicalString.ts';
import { Refusal, type RefusalCode } from '../rules/failures/refusal.ts';
import { clockSkewSeconds } from '../rules/signing/requestTime.ts';
import type { RejectionRecorder } from '../store/rejections/rejectionRecorder.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { failureOf } from '../http/failureOf.ts';

/** A request whose parameters hold, and which was refused nevertheless. */
export interface RefusedCall {
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** The caller's. */
  address: string | null;
  parameters: Parameters;
  values: { plugin_id: string; timestamp: string };
  now: Date;
}

/** The refusals of a signed request that the platform's staff are asked about: 401, 403, and 404 for the plugin. */
const recorded: ReadonlySet<RefusalCode> = new Set([
  'PLUGIN_NOT_FOUND',
  'TIMESTAMP_EXPIRED',
  'SIGNATURE_WRONG',
  'ACCESS_TOKEN_UNKNOWN',
]);

/** Enough to compare by eye. */
const longestCanonicalString = 2000;
/** Thirty thousand years; a timestamp may have any number of digits. */
const greatestSkewSeconds = 1e12;

/** Has it written down later that this request was refused, if it is of the kind; takes no part in the answer. */
export function recordRejection(recorder: RejectionRecorder, error: unknown, call: RefusedCall): void {
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
