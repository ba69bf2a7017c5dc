/**
 * Returns the headers of a callback, without host and length. Attempts count from 1. The OpenAPI document describes them in
 * docs/openapi/callback.ts.
 */
export function callbackHeaders(
  orderId: string,
  attempt: number,
  previousSigns: readonly string[],
): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/plain, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'openplug',
    'openplug-delivery': orderId,
    'openplug-attempt': String(attempt),
    ...(previousSigns.length > 0 && { 'openplug-previous-sign': previousSigns.join(',') }),
  };
}

/** The number of the attempt in a test message. */
export const testAttemptNumber = 0;
