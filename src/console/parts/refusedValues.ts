import type { i18n } from 'i18next';
import type { CombinedError } from 'urql';
import { sayPhrases } from './sayPhrases.ts';
import { fieldOf, valueLabels } from './valueLabels.ts';

/** A value that the service did not take. */
export interface RefusedValue {
  /** The name of its field; undefined: the console has none. */
  field: string | undefined;
  text: string;
}

type Refusal = CombinedError['graphQLErrors'][number];

/** Returns what is wrong with each value, in the language of the page and with the labels of the fields. Empty: something else is. */
export function refusedValues({ extensions }: Refusal, language: i18n): RefusedValue[] {
  const { fields = {}, phrases = [] } = extensions as { fields?: Record<string, string[]>; phrases?: ValuePhrase[] };
  return Object.entries(fields).flatMap(([name, texts]) => {
    const ofValue = phrases.filter(({ values }) => values['name'] === name);
    return texts.map((text, at) => ({ field: fieldOf(name), text: sayProblem(text, ofValue[at], language) }));
  });
}

interface ValuePhrase {
  code: string;
  values: Record<string, string>;
}

function sayProblem(text: string, phrase: ValuePhrase | undefined, language: i18n): string {
  if (phrase === undefined) return text;
  const { name = '' } = phrase.values;
  const label = labelOf(name, language);
  const said = sayPhrases([{ ...phrase, values: { ...phrase.values, name: label } }], language);
  // A name of the API needs a space beside it, a Chinese label does not.
  if (said !== null) return said.replaceAll(/(?<=[\p{Script=Han}）]) (?=\p{Script=Han})/gu, '');
  return text.startsWith(`${name} `) ? label + text.slice(name.length) : text;
}

function labelOf(name: string, language: i18n): string {
  const field = fieldOf(name);
  return field === undefined ? name : language.t(valueLabels[field]);
}
