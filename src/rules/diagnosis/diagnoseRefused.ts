import { canonicalString } from '../signing/canonicalString.ts';
import { showLeftOut } from '../signing/redactedCanonicalString.ts';
import type { SignatureClaim, SignatureDiagnosis } from './diagnoseSignature.ts';
import { describeTimestamp } from './signature/describeTimestamp.ts';
import { finding } from './signature/finding.ts';

/**
 * Judges a refused request by what the service kept of it: its canonical string without secrets, and when it arrived. Only
 * requests whose parameters had the right shapes are kept, so nothing is said of shapes. Nothing can be said of the signature.
 */
export function diagnoseRefused(
  parameters: SignatureClaim['parameters'],
  refusedAt: Date,
  toleranceSeconds: number,
): SignatureDiagnosis {
  const kept = new Map(parameters.map(({ name, value }) => [name.toWellFormed(), value.toWellFormed()]));
  const timestamp = kept.get('timestamp');
  return {
    valid: false,
    canonicalString: showLeftOut(canonicalString(kept)),
    findings: [
      ...(timestamp === undefined ? [] : describeTimestamp(timestamp, refusedAt, toleranceSeconds)),
      finding('UNEXPLAINED', 'SIGNATURE_NOT_KEPT', 'DO_ASK_FOR_REQUEST'),
    ],
  };
}
