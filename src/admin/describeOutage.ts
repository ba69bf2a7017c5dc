import type { GraphQLFormattedError } from 'graphql';
import type { Outage } from '../store/outageOf.ts';

/** What staff read when the database cannot be worked on. */
export function describeOutage(outage: Outage): GraphQLFormattedError {
  return { message: messages[outage], extensions: { code: 'SERVICE_UNAVAILABLE' } };
}

const messages: Record<Outage, string> = {
  UNAVAILABLE:
    'The database cannot be used at the moment. Try again in some seconds; what was to be changed may have been changed.',
  READ_ONLY: 'The database takes no changes at the moment: it is read-only.',
};
