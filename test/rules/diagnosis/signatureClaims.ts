import { createHash, createHmac } from 'node:crypto';
import { diagnoseSignature, type SignatureClaim } from '../../../src/rules/diagnosis/diagnoseSignature.ts';
import { canonicalStringAs, encodeAs, type Encoding, libraryEncodings } from '../signing/libraryEncodings.ts';

export const secret = 'Zq81LmPw0cVtY3sKd9RfHb6NxJ2gUe5A';
export const overlapping = 'overlapping0123456789abcdefghijk';
export const expired = 'expired0123456789abcdefghijklmno';
export const secrets = { current: [secret, overlapping], previous: [expired] };
export const now = new Date(1_624_329_500_000);

export const php = libraryEncodings[0]!;
export const lowerHex = libraryEncodings.find(({ library }) => library === '.NET HttpUtility.UrlEncode')!;
export const rfc3986 = libraryEncodings.find(({ library }) => library.startsWith('encodeURIComponent'))!;

export type Given = Record<string, string>;
/** In an order that is not that of the names. */
export const goods: Given = {
  title: '会员/1 年',
  plugin_id: 'plugtest',
  total_fee: '100',
  access_token: 'T'.repeat(32),
  timestamp: '1624329435',
};
export const plain: Given = { timestamp: '1624329435', plugin_id: 'plugtest', out_order_id: 'ORDER-0001' };
export const withEmpty: Given = { ...plain, attach: '', body: 'x' };

export function diagnose(claimed: SignatureClaim) {
  return diagnoseSignature(claimed, secrets, undefined, now, 600);
}

/** A developer's claim, and the codes that are found in it, whatever their order. */
export interface DiagnosedClaim {
  code: string;
  of: string;
  claim: SignatureClaim;
  also?: string[];
}

/** Returns the codes that are found in a claim, and the string that was to be signed. */
export function diagnosisOf({ claim: claimed }: DiagnosedClaim) {
  const { findings, canonicalString } = diagnose(claimed);
  return { codes: findings.map((finding) => finding.code).toSorted(), canonicalString };
}

export function expectedOf({ code, claim: claimed, also = [] }: DiagnosedClaim) {
  const parameters = Object.fromEntries(claimed.parameters.map(({ name, value }) => [name, value]));
  return { codes: [code, ...also].toSorted(), canonicalString: right(parameters) };
}

export function list(parameters: Given) {
  return Object.entries(parameters).map(([name, value]) => ({ name, value }));
}

export function claim(parameters: Given, sign: string): SignatureClaim {
  return { sign, parameters: list(parameters) };
}

/** The parameters, with the signature of some text under the newest secret. */
export function signed(parameters: Given, text: string): SignatureClaim {
  return claim(parameters, hmac(text));
}

export function written(parameters: Given, encoding: Encoding): string {
  return canonicalStringAs(encoding, new Map(Object.entries(parameters).filter(([name]) => name !== 'sign')));
}

export function right(parameters: Given): string {
  return written(parameters, php);
}

export function pairs(parameters: Given): string[] {
  return right(parameters).split('&');
}

export function asSent(parameters: Given): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeAs(php, value)}`)
    .join('&');
}

/** Sorted, but not encoded. */
export function raw(parameters: Given): string {
  return Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
}

export function rawAsSent(parameters: Given): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export function mapValues(parameters: Given, change: (text: string) => string): Given {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, change(value)]));
}

export function hmac(text: string, key = secret): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export function base64(text: string, form: 'base64' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(form);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
