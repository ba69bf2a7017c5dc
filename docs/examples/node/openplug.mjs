// Signs requests to openplug, and verifies what openplug sends. Copy this file; it needs Node 20 and nothing else.
// @ts-check
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @typedef {Record<string, string | number>} Fields */

/**
 * Returns the text that is signed: all parameters, sorted by name and form-encoded as PHP does, which escapes `*`.
 *
 * @param {Fields} parameters
 */
export function canonicalString(parameters) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) form.append(name, String(value));
  form.sort();
  return form.toString().replaceAll('*', '%2A');
}

/**
 * @param {Fields} parameters All parameters of the request except `sign`.
 * @param {string} secret
 */
export function sign(parameters, secret) {
  return createHmac('sha256', secret).update(canonicalString(parameters)).digest('hex');
}

/**
 * Returns the `resource` of a signed response or callback. Null: it is not genuine, and nothing in it can be trusted.
 *
 * @param {string} body The raw body. What a framework has parsed may be trimmed, or lack empty values.
 * @param {string[]} secrets The secrets that are valid: two while the secret is being replaced.
 * @param {string} previousSigns The header Openplug-Previous-Sign of a callback.
 * @returns {Fields | null}
 */
export function verify(body, secrets, previousSigns = '') {
  const message = parse(body);
  const resource = message?.resource;
  if (!isFields(resource) || typeof message.sign !== 'string') return null;
  const presented = [message.sign, ...previousSigns.split(',').map((text) => text.trim())];
  for (const secret of secrets) {
    const expected = sign(resource, secret);
    if (presented.some((candidate) => isSame(expected, candidate))) return resource;
  }
  return null;
}

/** Reads OPENPLUG_SECRET: the secret, or the new and the old one with a comma while it is being replaced. */
export function secretsFromEnvironment() {
  const secrets = (process.env.OPENPLUG_SECRET ?? '').split(',').map((secret) => secret.trim());
  // With an empty secret anybody could sign.
  if (secrets.some((secret) => secret.length !== 32)) {
    throw new Error('OPENPLUG_SECRET: expected 32 characters, or several such secrets with commas');
  }
  return secrets;
}

/** @param {string} body */
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * Says whether it is an object of which every value is text or a whole number.
 *
 * @param {unknown} resource
 * @returns {resource is Fields}
 */
function isFields(resource) {
  return (
    typeof resource === 'object' &&
    resource !== null &&
    Object.values(resource).every((value) =>
      // Half a character would be signed as U+FFFD.
      typeof value === 'string' ? value.isWellFormed() : Number.isSafeInteger(value),
    )
  );
}

/**
 * Compares in a time that does not depend on where the texts differ.
 *
 * @param {string} expected
 * @param {string} presented
 */
function isSame(expected, presented) {
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)];
  return a.length === b.length && timingSafeEqual(a, b);
}
