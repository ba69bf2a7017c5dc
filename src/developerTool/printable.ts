/** Characters that can do more to a terminal than be shown. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** The longest text of others that is shown. */
const mostShown = 1000;

/** Returns text of others in one line that a terminal only shows: an escape sequence in it could do more. */
export function printable(text: string): string {
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return shown.toWellFormed().replaceAll(unprintable, (character) => {
    const known = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }[character];
    return known ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}

/** Returns JSON in one line that a terminal only shows, whatever text of others is in it. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(unprintable, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
