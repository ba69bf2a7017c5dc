import type { GraphQLFormattedError } from 'graphql';
import type { Outage } from '../../store/database/outageOf.ts';

/** What staff read when the database cannot be worked on. */
export function describeOutage(outage: Outage): GraphQLFormattedError {
  return { message: messages[outage], extensions: { code: 'SERVICE_UNAVAILABLE' } };
}

const messages: Record<Outage, string> = {
  UNAVAILABLE:
    'The database cannot be used at the moment. Try again in some seconds; what was to be changed may have been changed.',
  CONTENDED: 'Others kept changing the same rows at this moment. Nothing was changed; try again.',
  READ_ONLY: 'The database takes no changes at the moment: it is read-only.',
};
