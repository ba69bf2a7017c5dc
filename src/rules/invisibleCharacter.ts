import type { Problem } from './problems.ts';

/** Format characters, separators, and what a font leaves out: two texts that differ in these look the same. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Control characters and white space have problems of their own. */
export function findInvisible(text: string): Problem | undefined {
  const found = invisible.exec(text)?.[0];
  return found === undefined ? undefined : { code: 'invisibleCharacter', found: codePointOf(found) };
}

/** As Unicode writes it: U+200B. */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
