import { invisibleClass } from '../diagnosis/invisibleCharacter.ts';

const invisible = new RegExp(`[${invisibleClass}]`, 'gu');

/**
 * Returns the ways in which a searched text may be written where it is stored, without those that are the same: as it was
 * typed, and as staff type what a caller reads out or what they copy. Full-width forms become ordinary ones. A "#" before
 * it, characters that nobody sees, and white space in a number are left out. An index cannot answer for any
 * mixture of upper and lower case: a number that has another one than was typed is found if it has only one.
 */
export function writingsOf(text: string): { ofText: string[]; ofNumber: string[] } {
  const typed = text.trim();
  const plain = typed.normalize('NFKC').replaceAll(invisible, '').trim().replace(/^#/, '').trim();
  const joined = plain.replaceAll(/\s/g, '');
  const cases = [plain, joined].flatMap((number) => [number, number.toLowerCase(), number.toUpperCase()]);
  return { ofText: different([typed, plain]), ofNumber: different([typed, ...cases]) };
}

function different(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
