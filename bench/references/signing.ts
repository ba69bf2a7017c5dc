import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The specification's signature as a developer would write it, sharing no code with the product. Names are ASCII here, so
 * the order of strings is that of bytes.
 */
export function canonicalOf(parameters: Record<string, string | number>): string {
  return Object.keys(parameters)
    .filter((name) => name !== 'sign')
    .toSorted()
    .map((name) => `${name}=${encode(String(parameters[name]))}`)
    .join('&');
}

/** Most values need no encoding. WHATWG's encoding of forms is PHP's but for the asterisk. */
function encode(value: string): string {
  if (/^[\w.-]*$/.test(value)) return value;
  return new URLSearchParams([['', value]]).toString().slice(1).replaceAll('*', '%2A');
}

export function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Whether the signature and the time of a request hold. */
export function isGenuine(parameters: Record<string, string>, secret: string): boolean {
  const { sign = '', timestamp } = parameters;
  const presented = Buffer.from(sign, 'hex');
  const expected = createHmac('sha256', secret).update(canonicalOf(parameters)).digest();
  const isSigned = presented.length === expected.length && timingSafeEqual(presented, expected);
  return isSigned && Math.abs(Date.now() / 1000 - Number(timestamp)) < 600;
}

export function envelope(resource: Record<string, string | number>, secret: string): string {
  return JSON.stringify({ resource, sign: hmac(canonicalOf(resource), secret) });
}
