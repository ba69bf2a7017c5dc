/** A sentence as data, so that it can be said in other languages: its code, and the values in it. */
export interface Phrase {
  code: string;
  /** Times are in ISO 8601. */
  values: Record<string, string>;
}

/** A sentence as data and in English. */
export interface Sentence extends Phrase {
  text: string;
}

/** Returns a sentence of a catalogue, whose texts are in English. */
export function sentenceOf<Code extends string>(
  texts: Readonly<Record<Code, string>>,
  code: NoInfer<Code>,
  values: Record<string, string> = {},
): Sentence {
  return { code, values, text: fillIn(texts[code], values) };
}

/** Replaces each name in braces by its value. What stands in a value stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
}
