import { describe, expect, it } from 'vitest';
import { asPlainText, splitAtUnseen } from '../../src/console/parts/unseenCharacters.ts';

describe('in a text of others', () => {
  it.each([
    ['a turn of direction', 'tea\u202egpj.exe', ['tea', 'U+202E', 'gpj.exe']],
    ['an isolated part', '\u2066x\u2069', ['', 'U+2066', 'x', 'U+2069', '']],
    ['a mark of direction', 'a\u200fb', ['a', 'U+200F', 'b']],
    ['a space without width', 'te\u200ba', ['te', 'U+200B', 'a']],
    ['a byte order mark', '\ufeffSUCCESS', ['', 'U+FEFF', 'SUCCESS']],
    ['a joiner between letters that do not join', 'ad\u200dmin', ['ad', 'U+200D', 'min']],
    ['a selector without an emoji', 'a\ufe0f', ['a', 'U+FE0F', '']],
    ['a letter of Hangul that is not drawn', 'a\u3164', ['a', 'U+3164', '']],
    ['a blank of Braille', '\u2800', ['', 'U+2800', '']],
    ['a tag', 'x\u{e0041}', ['x', 'U+E0041', '']],
    ['control characters', 'a\0\u0007\u0085', ['a', 'U+0000', '', 'U+0007', '', 'U+0085', '']],
    ['a carriage return alone', 'good\rbad', ['good', 'U+000D', 'bad']],
  ])('%s is marked', (_what, text, parts) => {
    expect(splitAtUnseen(text)).toEqual(parts);
  });

  it.each([
    ['ends of lines and tabs', 'a\tb\r\nc\nd'],
    ['other spaces', 'a\u00a0b\u3000c'],
    ['an emoji of several', '👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 1️⃣ 👩🏽‍💻 ❤️‍🔥'],
    ['Persian with its joiners', 'می‌خواهم'],
    ['Hindi with its joiners', 'क्‍ष'],
    ['a variant of a Chinese character', '葛\u{e0100}'],
  ])('%s stay as they are', (_what, text) => {
    expect(splitAtUnseen(text)).toEqual([text]);
    expect(asPlainText(text).replaceAll(/[\u2068\u2069]/g, '')).toBe(text);
  });

  it('what is written from right to left is isolated where there is only text', () => {
    expect(asPlainText('שלום\u202e')).toBe('\u2068שלום[U+202E]\u2069');
    expect(asPlainText('tea\u202e')).toBe('tea[U+202E]');
    expect(asPlainText('茶')).toBe('茶');
  });
});
