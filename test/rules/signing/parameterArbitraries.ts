import fc from 'fast-check';

/** Any well-formed Unicode, from NUL to the last code point, often of the characters that encoders care about. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...`%+ ~*!'()&=/27EeAa0`),
    fc.constantFrom('\0', '\n', 'é', '会', '\uFFFD', '\uFEFF', '😀'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

export const anyName = anyText.filter((name) => name !== 'sign');

export const anyParameters = fc
  .uniqueArray(fc.tuple(anyName, anyText), { selector: ([name]) => name, maxLength: 6 })
  .map((pairs) => new Map(pairs));

export const anySecret = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 32,
  maxLength: 32,
});

/** A text and the same text with one character inserted, removed or replaced. */
export const textAndItsEdit = fc
  .tuple(anyText, fc.nat(), fc.nat(1), fc.oneof(fc.constant(''), anyText.map(firstCharacter)))
  .map(([text, position, removed, inserted]): [string, string] => {
    const characters = [...text];
    characters.splice(position % (characters.length + 1), removed, inserted);
    return [text, characters.join('')];
  })
  .filter(([text, edited]) => text !== edited);

function firstCharacter(text: string): string {
  return [...text][0] ?? '';
}
