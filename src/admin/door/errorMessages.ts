import type { GraphQLFormattedError } from 'graphql';
import { describeConflict } from '../../rules/failures/conflicts.ts';
import { describeProblem } from '../../rules/failures/valueProblems.ts';
import type { Refusal } from '../../rules/failures/refusal.ts';
import type { Outage } from '../../store/database/outageOf.ts';

/** Returns the message and code of a refusal, as staff see them. */
export function describeRefusal({ code, facts, fields }: Refusal): GraphQLFormattedError {
  switch (code) {
    case 'NOT_FOUND':
      return { message: `There is no such ${facts['what']}.`, extensions: { code } };
    case 'CONFLICT':
      return { message: `Refused: ${describeConflict(facts, 'en')}.`, extensions: { code } };
    case 'INVALID_PARAMETERS': {
      const described = [...fields].map(
        ([name, problems]) => [name, problems.map((problem) => describeProblem(name, problem, 'en'))] as const,
      );
      return {
        message: described.flatMap(([, sentences]) => sentences).join(' '),
        extensions: { code: 'BAD_USER_INPUT', fields: Object.fromEntries(described) },
      };
    }
    default:
      throw new Error(`The admin door does not refuse with ${code}.`);
  }
}

/** Returns the message and code that staff see when the database cannot be used. */
export function describeOutage(outage: Outage): GraphQLFormattedError {
  return { message: messages[outage], extensions: { code: 'SERVICE_UNAVAILABLE' } };
}

const messages: Record<Outage, string> = {
  UNAVAILABLE:
    'The database cannot be used at the moment. Try again in some seconds; what was to be changed may have been changed.',
  CONTENDED: 'Others kept changing the same rows at this moment. Nothing was changed; try again.',
  READ_ONLY: 'The database takes no changes at the moment: it is read-only.',
};

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
