import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalString } from '../../../src/rules/signing/canonicalString.ts';
import { sign, signedEnvelope } from '../../../src/rules/signing/signature.ts';
import { testVectors } from '../../support/testVectors.ts';

describe('of the test vectors', () => {
  it.each(testVectors.requests)('$case has this canonical string and signature', (vector) => {
    const canonical = canonicalString(new Map(Object.entries(vector.parameters)));
    expect(canonical).toBe(vector.canonicalString);
    expect(sign(canonical, vector.secret)).toBe(vector.sign);
  });

  it.each(testVectors.messages)('$case has this canonical string, and is genuine: $genuine', (vector) => {
    const { resource, sign: sent } = JSON.parse(vector.body) as { resource: Record<string, unknown>; sign: string };
    const values = Object.entries(resource).map(([name, value]): [string, string] => [name, String(value)]);
    expect(canonicalString(new Map(values))).toBe(vector.canonicalString);

    const presented = [sent, ...vector.previousSign.split(',')];
    const accepted = vector.secrets.map((secret) => signedEnvelope(resource, secret).sign);
    expect(accepted).toEqual(vector.secrets.map((secret) => hmac(vector.canonicalString, secret)));
    expect(presented.some((one) => accepted.includes(one))).toBe(vector.genuine);
  });
});

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
