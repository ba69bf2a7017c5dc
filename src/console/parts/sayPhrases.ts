import type { i18n } from 'i18next';

export interface Phrase {
  code: string;
  /** The schema has them as a JSON text, and the extensions of an error as they are. */
  values: string | Record<string, string>;
}

/**
 * Says sentences of the service in the language of the page. Null: the page does not know all of them, as most in English, which
 * the service writes itself; then its own message is shown.
 */
export function sayPhrases(phrases: readonly Phrase[], language: i18n): string | null {
  const said = phrases.map((phrase) => ({ ...phrase, text: sayPhrase(phrase, language) }));
  if (said.length === 0 || said.some(({ text }) => text === null)) return null;
  return said
    .map(({ code, text }, at) => {
      // What follows an attempt's sentence explains it.
      if (said[at + 1]?.code.startsWith('HINT_')) return `${text}：`;
      return /^(ATTEMPT|HINT)_/.test(code) && said.length > 1 ? `${text}。` : text;
    })
    .join('');
}

function sayPhrase({ code, values }: Phrase, language: i18n): string | null {
  const texts = language.getResource(language.language, 'translation', 'phrases') as Record<string, string> | undefined;
  const text = texts?.[code];
  if (texts === undefined || text === undefined) return null;
  const { detail, ...known } = (typeof values === 'string' ? JSON.parse(values) : values) as Record<string, string>;
  const attempt = fill(texts[subjectOf(known)] ?? '', known);
  const sentence = fill(text, { ...known, attempt, ...rolesOf(code, known, language) });
  return detail ? `${sentence}：${detail}` : sentence;
}

/** Returns the roles that a sentence names, in the words of the page. */
function rolesOf(code: string, values: Record<string, string>, language: i18n): Record<string, string> {
  if (code !== 'ROLE_NEEDED') return {};
  const words = language.getResource(language.language, 'translation', 'role') as Record<string, string> | undefined;
  return Object.fromEntries(Object.entries(values).map(([name, role]) => [name, words?.[role] ?? role]));
}

/** Returns the code of the words for an attempt. A test message has no number. */
function subjectOf({ number, asked }: Record<string, string>): string {
  if (number === undefined) return 'THE_MESSAGE';
  return asked ? 'THE_ATTEMPT_ASKED_FOR' : 'THE_ATTEMPT';
}

/** i18next does not do this, because it could read text of a receiver as a placeholder. */
function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
