import type { GraphQLFormattedError } from 'graphql';
import { conflictSentence } from '../../rules/failures/conflicts.ts';
import { sentenceAbout } from '../../rules/failures/valueProblems.ts';
import type { Refusal } from '../../rules/failures/refusal.ts';
import type { Outage } from '../../store/database/outageOf.ts';
import { refusedBy, refusedWith, type RefusalTextCode } from './refusalTexts.ts';

/** Returns the message and code of a refusal, as staff see them. */
export function describeRefusal({ code, facts, fields }: Refusal): GraphQLFormattedError {
  switch (code) {
    case 'NOT_FOUND': {
      const what = String(facts['what']).toUpperCase().replace(' ', '_');
      return refusedBy(code, `NO_SUCH_${what}` as RefusalTextCode);
    }
    case 'CONFLICT':
      return refusedWith(code, [conflictSentence(facts)]);
    case 'INVALID_PARAMETERS': {
      const described = [...fields].map(
        ([name, problems]) => [name, problems.map((problem) => sentenceAbout(name, problem))] as const,
      );
      const { message, extensions } = refusedWith(
        'BAD_USER_INPUT',
        described.flatMap(([, sentences]) => sentences),
      );
      const texts = described.map(([name, sentences]) => [name, sentences.map(({ text }) => text)] as const);
      return { message, extensions: { ...extensions, fields: Object.fromEntries(texts) } };
    }
    default:
      throw new Error(`The admin door does not refuse with ${code}.`);
  }
}

/** Returns the message and code that staff see when the database cannot be used. */
export function describeOutage(outage: Outage): GraphQLFormattedError {
  return refusedBy('SERVICE_UNAVAILABLE', `DATABASE_${outage}`);
}

/** The longest message. GraphQL's messages repeat what was sent, which may be as long as a request. */
const longestMessage = 500;

/**
 * Shortens a message of GraphQL, and leaves out its suggestions: a typing error is not answered with names of the
 * schema.
 *
 * No pattern is applied to the message, because the caller could make one take long.
 */
export function answeredMessage(message: string): string {
  const suggestion = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1;
  const text = suggestion < 0 ? message : message.slice(0, suggestion);
  return text.length > longestMessage ? `${text.slice(0, longestMessage - 1)}…` : text;
}
