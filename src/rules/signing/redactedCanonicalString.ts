import { canonicalString, encode, type Parameters } from './canonicalString.ts';

/** The mark for text that is left out. A canonical string cannot contain it, because brackets are escaped there. */
const leftOut = '[left out]';

/**
 * Returns the string that a request should have signed, for people who are not its sender: without the values of tokens and
 * signatures, and without text that looks like a secret, in any parameter. The platform's order numbers are left out, too:
 * nothing in a refused request distinguishes them from a secret in the wrong place. At most `longest` characters.
 */
export function redactedCanonicalString(parameters: Parameters, longest: number): string {
  const pairs = canonicalString(parameters).split('&').filter(Boolean);
  const redacted = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return `${leaveSecretsOut(name)}=${/token|secret|sign/i.test(name) ? leftOut : leaveSecretsOut(value)}`;
  });
  const text = redacted.join('&');
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Writes the mark as it was in a string that was made again of the parameters of a redacted one. */
export function showLeftOut(text: string): string {
  return text.replaceAll(encode(leftOut), leftOut);
}

/**
 * Secrets and access tokens are 32 letters and digits; their hexadecimal and base64 forms, signatures and the keys of
 * staff are longer, or have `-` and `_` in them as well.
 */
export function leaveSecretsOut(text: string): string {
  return text.replaceAll(/[\w-]{32,}/g, leftOut);
}
