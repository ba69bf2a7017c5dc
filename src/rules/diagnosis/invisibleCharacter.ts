import type { Problem } from '../failures/valueProblems.ts';

/**
 * The characters that nobody sees: format characters, separators, characters that a font leaves out, and the blank of
 * Braille. Two texts that differ only in these look the same.
 */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Finds an invisible character. Control characters and white space have other problems. */
export function findInvisible(text: string): Problem | undefined {
  return problemOf(invisible.exec(text));
}

/** Finds white space that looks like a space, or like nothing. */
export function findOddSpace(text: string): Problem | undefined {
  return problemOf(/(?! )\p{Zs}/u.exec(text));
}

function problemOf(found: RegExpExecArray | null): Problem | undefined {
  return found ? { code: 'invisibleCharacter', found: codePointOf(found[0]) } : undefined;
}

/** Returns the notation of Unicode: U+200B. */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
