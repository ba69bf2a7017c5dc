import type { GraphQLFormattedError } from 'graphql';
import { sentenceOf, type Sentence } from '../../rules/phrases/sentence.ts';

/**
 * The sentences for staff about what is refused, in English, where the code of the error is coarser than the sentence. The
 * console has the Chinese texts (zhRefusals.ts).
 */
export const refusalTexts = {
  NO_SUCH_PLUGIN: 'There is no such plugin.',
  NO_SUCH_USER: 'There is no such user.',
  NO_SUCH_GOODS: 'There are no such goods.',
  NO_SUCH_ORDER: 'There is no such order.',
  NO_SUCH_DELIVERY: 'There is no such delivery.',
  NO_SUCH_API_KEY: 'There is no such API key.',
  ROLE_NEEDED: 'This needs a key with the role {needed}; yours has {role}.',
  TOO_MANY_WRONG_KEYS: 'Too many wrong keys came from this address; try again in {seconds} s.',
  TOO_MANY_REQUESTS: 'Too many requests came from this address; try again in {seconds} s.',
  DATABASE_UNAVAILABLE:
    'The database cannot be used at the moment. Try again in some seconds; what was to be changed may have been changed.',
  DATABASE_CONTENDED: 'Others kept changing the same rows at this moment. Nothing was changed; try again.',
  DATABASE_READ_ONLY: 'The database takes no changes at the moment: it is read-only.',
} as const;

export type RefusalTextCode = keyof typeof refusalTexts;

/** Makes an error of one of these texts. */
export function refusedBy(code: string, text: RefusalTextCode, values?: Record<string, string>): RefusedAnswer {
  return refusedWith(code, [sentenceOf(refusalTexts, text, values)]);
}

type RefusedAnswer = Pick<GraphQLFormattedError, 'message'> & { extensions: Record<string, unknown> };

/** Makes an error of sentences: a message in English, and the same as data, so that a page can say it in another language. */
export function refusedWith(code: string, sentences: readonly Sentence[]): RefusedAnswer {
  const message = sentences.map(({ text }) => text).join(' ');
  const phrases = sentences.map(({ code: phrase, values }) => ({ code: phrase, values }));
  return { message, extensions: { code, phrases } };
}
