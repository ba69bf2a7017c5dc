/** Scripts whose letters need no joiner between them: there it would only make two texts look the same. */
const withoutJoiners = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana', 'Hangul']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Characters without a form of their own, where they change how their neighbours look: in emoji, and in scripts that join letters. */
const atWork = [
  String.raw`(?<=\p{Extended_Pictographic}|\p{Script=Han})[\ufe00-\ufe0f]`,
  String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?![${withoutJoiners}])\p{L}\p{M}*)[\u200c\u200d]`,
  String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]`,
].join('|');

/** Control characters, those that turn the direction of a text, and all others that nobody sees. */
const unseenClass = String.raw`\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb`;
/** A tab and the end of a line are where they belong. */
const unseen = String.raw`(?![\t\n]|\r\n)(?!${atWork})[${unseenClass}]`;
/** Nearly no text has such a character, which is found out faster than where they are. */
const anyUnseen = new RegExp(`[${unseenClass}]`, 'u');
const eachUnseen = new RegExp(`(${unseen})`, 'gu');

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Splits a text: every other part is a character that nobody sees, by the notation of Unicode. */
export function splitAtUnseen(text: string): string[] {
  if (!anyUnseen.test(text)) return [text];
  return text.split(eachUnseen).map((part, at) => (at % 2 === 1 ? codePointOf(part) : part));
}

/**
 * Returns a text of somebody else for places that take only text. Characters that nobody sees are written out. If it is
 * written from right to left, it is isolated, so that it turns nothing around it.
 */
export function asPlainText(text: string): string {
  const written = anyUnseen.test(text)
    ? text.replaceAll(eachUnseen, (character) => `[${codePointOf(character)}]`)
    : text;
  return rightToLeft.test(written) ? `\u2068${written}\u2069` : written;
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
