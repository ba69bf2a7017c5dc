import type { GraphQLFormattedError } from 'graphql';
import { describeProblem } from '../../rules/failures/problems.ts';
import type { Refusal } from '../../rules/failures/refusal.ts';

/** What staff read of a refusal, with the contract's codes. */
export function describeRefusal({ code, facts, fields }: Refusal): GraphQLFormattedError {
  switch (code) {
    case 'NOT_FOUND':
      return { message: `There is no such ${facts['what']}.`, extensions: { code } };
    case 'CONFLICT':
      return { message: `Refused: ${facts['why']}.`, extensions: { code } };
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
