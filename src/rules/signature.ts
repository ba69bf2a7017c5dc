import { createHmac, timingSafeEqual } from 'node:crypto';
import { acceptedCanonicalStrings, canonicalString, type Parameters } from './canonicalString.ts';

/** HMAC with SHA-256, as 64 lower-case hex digits (specification, Authentication 3.4). */
export function sign(canonical: string, secret: string): string {
  return createHmac('sha256', secret).update(canonical).digest('hex');
}

/** The signed envelope of a response or a callback: the signature covers every field of the resource, nothing else. */
export function signedEnvelope<Resource extends object>(resource: Resource, secret: string) {
  return { resource, sign: sign(canonicalString(asParameters(resource)), secret) };
}

export interface SigningSecrets {
  /** The newest, which signs the envelope. */
  current: string;
  /** Those that a reset has replaced and that are still valid beside it, the newest first. */
  previous: readonly string[];
}

export interface SignedCallback {
  /** The text that is sent. */
  body: string;
  /** What `sign` would be under each previous secret, for receivers that have no other yet. */
  previousSigns: readonly string[];
}

export function signCallback(resource: object, { current, previous }: SigningSecrets): SignedCallback {
  return {
    body: JSON.stringify(signedEnvelope(resource, current)),
    previousSigns: previous.map((secret) => signedEnvelope(resource, secret).sign),
  };
}

/**
 * The secret under which `signature` (64 hex digits, either case) authenticates the parameters, or undefined.
 * Secrets are tried in the order given; comparison takes the same time wherever the digits differ.
 */
export function findVerifyingSecret(
  parameters: Parameters,
  signature: string,
  secrets: readonly string[],
): string | undefined {
  // Buffer.from would leave out what is too much.
  if (!/^[0-9a-f]{64}$/i.test(signature)) return undefined;
  const presented = Buffer.from(signature, 'hex');
  const accepted = acceptedCanonicalStrings(canonicalString(parameters));
  return secrets.find((secret) =>
    accepted.some((text) => {
      const expected = createHmac('sha256', secret).update(text).digest();
      return timingSafeEqual(presented, expected);
    }),
  );
}

function asParameters(resource: object): Parameters {
  return new Map(Object.entries(resource).map(([name, value]) => [name, String(value)]));
}
