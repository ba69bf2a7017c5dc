import { invisibleClass } from '../diagnosis/invisibleCharacter.ts';

const invisible = new RegExp(`[${invisibleClass}]`, 'gu');

/** The hyphens, dashes and the minus that a copy has in place of "-". Full-width ones are ordinary ones by then. */
const dash = /[\u2010-\u2015\u2212]/gu;

/** The words for "number" before a number, and the end of a sentence after it. A number such as NORTH-1 begins with none. */
const lead = /^(?:(?:no(?=[.:\s\d])|订单(?:编?号)?)[.:\s]*)?#?\s*/iu;
const end = /[\s.,。、]+$/u;

/** The places between Chinese characters and others, where some people write a space. */
const border =
  /(?<=\p{Script=Han})\s*(?=[\p{Script=Latin}\p{Nd}])|(?<=[\p{Script=Latin}\p{Nd}])\s*(?=\p{Script=Han})/gu;

/** More borders are written in one way everywhere: each one doubles the number of writings. */
const mostMixedBorders = 3;

/**
 * Returns the ways in which a searched text may be written where it is stored, without those that are the same: as it was
 * typed, and as staff type what a caller reads out or what they copy. Full-width forms become ordinary ones. A "#" or a
 * word such as "No." before it, the end of a sentence after it, characters that nobody sees, and white space in a number are left
 * out. An index cannot answer for any mixture of upper and lower case: a number that has another one than was typed is
 * found if it has only one.
 */
export function writingsOf(text: string): { ofText: string[]; ofNumber: string[] } {
  const typed = text.trim();
  // The usual form of this sign is "No", with which a number can begin.
  const plain = typed.replace(/^№/u, '#').normalize('NFKC').replaceAll(invisible, '').trim().replace(/^#/, '').trim();
  const dashed = plain.replaceAll(dash, '-');
  const bare = dashed.replace(lead, '').replace(end, '');
  const numbers = [dashed, bare].flatMap((number) => [number, number.replaceAll(/\s/g, '')]);
  const cases = numbers.flatMap((number) => [number, number.toLowerCase(), number.toUpperCase()]);
  return { ofText: different([typed, plain, ...spacings(plain)]), ofNumber: different([typed, ...cases]) };
}

/** Returns a text with and without a space at each border between Chinese characters and others. */
function spacings(text: string): string[] {
  const parts = text.split(border);
  if (parts.length - 1 > mostMixedBorders) return [parts.join(''), parts.join(' ')];
  return parts.reduce<string[]>(
    (before, part, at) => (at === 0 ? [part] : before.flatMap((start) => [start + part, `${start} ${part}`])),
    [],
  );
}

function different(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
