import { canonicalString, type Parameters } from './canonicalString.ts';

/** In no canonical string, where brackets are escaped. */
const leftOut = '[left out]';

/** Platform's order numbers look like secrets, and are what this parameter is for. */
const orderNumber = 'out_order_id';

/**
 * What a request should have signed, for people who are not its sender: without the values of tokens and signatures,
 * and without whatever looks like a secret, in whichever parameter it was sent. At most `longest` characters.
 */
export function redactedCanonicalString(parameters: Parameters, longest: number): string {
  const pairs = canonicalString(parameters).split('&').filter(Boolean);
  const redacted = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    if (/token|secret|sign/i.test(name)) return `${leaveSecretsOut(name)}=${leftOut}`;
    return `${leaveSecretsOut(name)}=${name === orderNumber ? value : leaveSecretsOut(value)}`;
  });
  const text = redacted.join('&');
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Secrets and access tokens are 32 letters and digits; their hexadecimal and base64 forms, and signatures, are longer. */
export function leaveSecretsOut(text: string): string {
  return text.replaceAll(/[A-Za-z0-9]{32,}/g, leftOut);
}
