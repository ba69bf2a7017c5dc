import { type Sentence, sentenceOf } from '../../phrases/sentence.ts';
import { findingTexts, type FindingTextCode } from './findingTexts.ts';

export type FindingCode =
  | 'MATCHES_CANONICAL'
  | 'MATCHES_OTHER_ENCODING'
  | 'MATCHES_PREVIOUS_SECRET'
  | 'SIGN_PARAMETER_INCLUDED'
  | 'NOT_SORTED'
  | 'VALUES_NOT_ENCODED'
  | 'DOUBLE_ENCODED'
  | 'EMPTY_VALUES_DROPPED'
  | 'BASE64_INSTEAD_OF_HEX'
  | 'UPPERCASE_HEX'
  | 'PLAIN_SHA256'
  | 'TIMESTAMP_IN_MILLISECONDS'
  | 'TIMESTAMP_OUTSIDE_WINDOW'
  | 'TRAILING_NEWLINE'
  | 'PARAMETER_MISSING'
  /** The value has a shape that is refused, however it is signed. */
  | 'PARAMETER_INVALID'
  /** The mistake is unknown, or has no other code: the message says which. */
  | 'UNEXPLAINED';

/**
 * A mistake that a developer made, and what to do instead, for a person who has the developer on the phone. The message
 * may name parameters; it never quotes a value, a signature or the string that was signed.
 */
export interface Finding {
  code: FindingCode;
  message: string;
  /** The sentences of the message. */
  sentences: readonly Sentence[];
}

/** Makes a finding of sentences. A code alone stands for a sentence without values. */
export function finding(code: FindingCode, ...parts: (FindingTextCode | Sentence)[]): Finding {
  const sentences = parts.map((part) => (typeof part === 'string' ? say(part) : part));
  return { code, message: sentences.map(({ text }) => text).join(' '), sentences };
}

/** Returns a sentence of a finding, with its values. */
export function say(code: FindingTextCode, values?: Record<string, string>): Sentence {
  return sentenceOf(findingTexts, code, values);
}

/** Returns a parameter's name as a message may show it. */
export function quoteName(name: string): string {
  const characters = Array.from(name.slice(0, 100));
  return `"${characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : name}"`;
}
