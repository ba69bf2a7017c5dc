import { randomBytes, randomInt } from 'node:crypto';

const lowerCase = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphanumeric = lowerCase.toUpperCase() + lowerCase + digits;

export const newPluginId = () => draw(lowerCase + digits, 8);
/** Secrets, access tokens, and the ids of users, goods and orders: 190 bits. */
export const newIdentifier = () => draw(alphanumeric, 32);
export const newOpenId = () => randomBytes(16).toString('hex');

function draw(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
