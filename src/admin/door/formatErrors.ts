import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { leaveSecretsOut } from '../../rules/signing/redactedCanonicalString.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { isStatementTimeout } from '../../store/database/databaseErrors.ts';
import { outageOf } from '../../store/database/outageOf.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import { queryTimedOut } from '../guards/answerBudget.ts';
import { answeredMessage, describeOutage, describeRefusal } from './errorMessages.ts';

/**
 * Returns a function that turns an error into what staff see: a refusal with the contract's code, what GraphQL says about the
 * query, or only that something went wrong. The details of an unexpected error go to the log only.
 */
export function formatErrors(log: Logger) {
  return (described: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const formatted = { ...described, message: answeredMessage(described.message) };
    const original = unwrapResolverError(error);
    const where = {
      ...(formatted.locations && { locations: formatted.locations }),
      ...(formatted.path && { path: formatted.path }),
    };
    if (original instanceof Refusal) return { ...describeRefusal(original), ...where };
    if (isMutationByGet(original)) return { ...mutationByGet, ...where };
    if (original instanceof GraphQLError && formatted.extensions?.['code'] !== 'INTERNAL_SERVER_ERROR') {
      const { code, fields, phrases } = formatted.extensions ?? {};
      const details = { ...(fields !== undefined && { fields }), ...(phrases !== undefined && { phrases }) };
      return { message: formatted.message, extensions: { code, ...details }, ...where };
    }
    if (isStatementTimeout(original)) {
      log.warn({ path: loggedPath(formatted) }, 'a statement of the admin door was ended');
      const { message, extensions } = queryTimedOut();
      return { message, extensions, ...where };
    }
    reportFailure(log, original, 'GraphQL request failed', { path: loggedPath(formatted) });
    const outage = outageOf(original);
    if (outage) return { ...describeOutage(outage), ...where };
    return { message: 'Something went wrong here.', extensions: { code: 'INTERNAL_SERVER_ERROR' }, ...where };
  };
}

/** Recognises it by its status: Apollo has one code for everything that is wrong with a request. */
function isMutationByGet(original: unknown): boolean {
  return original instanceof GraphQLError && (original.extensions['http'] as { status?: number })?.status === 405;
}

const mutationByGet = { message: 'Send mutations by POST.', extensions: { code: 'METHOD_NOT_ALLOWED' } };

/** Returns the path without secrets that a caller may have written into aliases. */
function loggedPath({ path }: GraphQLFormattedError) {
  return path?.map((step) => (typeof step === 'string' ? leaveSecretsOut(step) : step));
}
