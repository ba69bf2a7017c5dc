import { expect, it } from 'vitest';
import { findInvisible, findOddSpace } from '../../../src/rules/diagnosis/invisibleCharacter.ts';

const characters = Array.from({ length: 0x11_00_00 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint));

it.each([
  ['invisible', findInvisible, /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u],
  ['white space that looks like a space', findOddSpace, /(?! )\p{Zs}/u],
] as const)('the characters that are %s are those of Unicode', (_which, find, ofUnicode) => {
  const differing = characters.filter((character) => ofUnicode.test(character) !== (find(character) !== undefined));
  expect(differing).toEqual([]);
});

it('a character is named by its code point', () => {
  expect(findInvisible('a\u200Bb')).toEqual({ code: 'invisibleCharacter', found: 'U+200B' });
  expect(findOddSpace('a\u3000b')).toEqual({ code: 'invisibleCharacter', found: 'U+3000' });
  expect(findInvisible('会员 1年 😀')).toBeUndefined();
});
