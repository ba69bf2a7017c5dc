import type { Problem } from '../failures/valueProblems.ts';

/**
 * The characters that nobody sees: format characters, separators, characters that a font leaves out, and the blank of
 * Braille. Two texts that differ only in these look the same. They are written out, since the OpenAPI document says them to
 * tools that do not know the names of Unicode.
 */
export const invisibleClass =
  String.raw`\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f` +
  String.raw`\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb` +
  String.raw`\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;

/** The white space that looks like a space, or like nothing. */
export const oddSpaceClass = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;

const invisible = new RegExp(`[${invisibleClass}]`, 'u');
const oddSpace = new RegExp(`[${oddSpaceClass}]`, 'u');

/** Finds an invisible character. Control characters and white space have other problems. */
export function findInvisible(text: string): Problem | undefined {
  return problemOf(invisible.exec(text));
}

export function findOddSpace(text: string): Problem | undefined {
  return problemOf(oddSpace.exec(text));
}

function problemOf(found: RegExpExecArray | null): Problem | undefined {
  return found ? { code: 'invisibleCharacter', found: codePointOf(found[0]) } : undefined;
}

/** Returns the notation of Unicode: U+200B. */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
