import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalString, type Parameters } from './canonicalString.ts';
import { acceptedSpellings, type FormEncoding } from './formEncodings.ts';

/** Computes the HMAC with SHA-256, as 64 lower-case hex digits (specification, Authentication 3.4). */
export function sign(canonical: string, secret: string): string {
  return createHmac('sha256', secret).update(canonical).digest('hex');
}

/**
 * Returns the signed envelope of a response or a callback. The signature covers every field of the resource, nothing
 * else.
 */
export function signedEnvelope<Resource extends object>(resource: Resource, secret: string) {
  return { resource, sign: sign(canonicalString(asParameters(resource)), secret) };
}

export interface SigningSecrets {
  /** The newest, which signs the envelope. */
  current: string;
  /** The secrets that a reset has replaced and that are still valid, the newest first. */
  previous: readonly string[];
}

export interface SignedCallback {
  /** The text that is sent. */
  body: string;
  /** The signature under each previous secret, for receivers that do not have the new one yet. */
  previousSigns: readonly string[];
}

export function signCallback(resource: object, { current, previous }: SigningSecrets): SignedCallback {
  return {
    body: JSON.stringify(signedEnvelope(resource, current)),
    previousSigns: previous.map((secret) => signedEnvelope(resource, secret).sign),
  };
}

export interface Verification {
  /** The secret that verified it. Undefined: the signature is wrong. */
  secret?: string;
  /** The first encoding in which the signature holds. */
  encoding?: FormEncoding;
  /** The number of bytes that were hashed to find out. */
  hashedBytes: number;
}

/**
 * Finds the secret under which `signature` (64 hex digits, either case) authenticates the parameters, in any of the
 * accepted encodings. `likeliest` is tried first, for example the encoding that this client used last. Comparison takes
 * the same time wherever the digits differ.
 */
export function verifySignature(
  parameters: Parameters,
  signature: string,
  secrets: readonly string[],
  likeliest?: FormEncoding,
): Verification {
  let hashedBytes = 0;
  // Buffer.from would leave out what is too much.
  if (!/^[0-9a-f]{64}$/i.test(signature)) return { hashedBytes };
  const presented = Buffer.from(signature, 'hex');
  for (const { encoding, text } of acceptedSpellings(canonicalString(parameters), likeliest)) {
    for (const secret of secrets) {
      hashedBytes += text.length;
      const expected = createHmac('sha256', secret).update(text).digest();
      if (timingSafeEqual(presented, expected)) return { secret, encoding, hashedBytes };
    }
  }
  return { hashedBytes };
}

function asParameters(resource: object): Parameters {
  return new Map(Object.entries(resource).map(([name, value]) => [name, String(value)]));
}
