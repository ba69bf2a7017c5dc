import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The caller's X-Request-Id, if it can be written into a log as it is; otherwise a new one. Ids that are as long as our
 * secrets, access tokens, keys and signatures, which have 32 letters and digits or more, are taken only in the two forms
 * that proxies give them: a UUID, or 32 hexadecimal digits.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptable.some((form) => form.test(given)) ? given : randomUUID();
}

const acceptable = [/^[A-Za-z0-9._-]{1,31}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, /^[0-9a-f]{32}$/i];
