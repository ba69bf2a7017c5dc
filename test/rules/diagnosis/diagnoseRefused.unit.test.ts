import { describe, expect, it } from 'vitest';
import { readRequest } from '../../../src/console/doctor/readRequest.ts';
import { diagnoseRefused } from '../../../src/rules/diagnosis/diagnoseRefused.ts';
import { redactedCanonicalString } from '../../../src/rules/signing/redactedCanonicalString.ts';
import { goods, now } from './signatureClaims.ts';

const kept = redactedCanonicalString(new Map(Object.entries(goods)), 2000);
const diagnose = (refusedAt: Date) => diagnoseRefused(readRequest(kept).parameters, refusedAt, 600);

describe('the diagnosis of a refused request', () => {
  it('says that the signature is not kept, and blames nothing that was left out', () => {
    const { valid, canonicalString, findings } = diagnose(now);
    expect(valid).toBe(false);
    expect(canonicalString).toBe(kept);
    expect(findings.map(({ sentences }) => sentences.map(({ code }) => code))).toEqual([
      ['SIGNATURE_NOT_KEPT', 'DO_ASK_FOR_REQUEST'],
    ]);
  });

  it('judges the timestamp as of its arrival', () => {
    const { findings } = diagnose(new Date(now.getTime() + 3_600_000));
    expect(findings.map(({ code }) => code)).toEqual(['TIMESTAMP_OUTSIDE_WINDOW', 'UNEXPLAINED']);
  });
});
