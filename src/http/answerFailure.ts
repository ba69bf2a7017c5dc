import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import type { CallerLimits } from '../limits/callerLimits.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { outageOf } from '../store/database/outageOf.ts';
import { reportFailure } from '../store/database/reportFailure.ts';
import { helpLink } from './helpLink.ts';
import { holdBackRefusal } from './holdBackRefusal.ts';
import { failureOf } from './refusalMessages.ts';
import { contextOf, hasLeft } from './requestContext.ts';
import { languageOf } from './requestLanguage.ts';
import { sendJson } from './routeHelpers.ts';

/**
 * Answers every error of the REST door; no other place does. Faults of ours are logged with their cause, which callers do
 * not see.
 */
export function answerFailure(log: Logger, limits: CallerLimits): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const failure = failureOf(error, languageOf(request));
    // The caller went away, perhaps in the middle of a body: nobody reads an answer, and the line of the request says 499.
    if (failure.refusal && !response.headersSent && hasLeft(request, response)) return;
    const context = contextOf(request);
    const { requestId } = context;
    if (failure.refusal) context.refusal = failure.refusal;
    else reportFailure(log, error, 'request failed', { requestId, path: leaveSecretsOut(request.path) });
    if (!failure.refusal && outageOf(error)) context.errorCodes = ['SERVICE_UNAVAILABLE'];
    if (failure.status === 429) await holdBackRefusal(request, limits);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (failure.retryAfterSeconds !== undefined) response.setHeader('Retry-After', failure.retryAfterSeconds);
    const help = context.hasDocs ? helpLink(failure.refusal) : undefined;
    if (help !== undefined) response.setHeader('Link', help);
    sendJson(response, failure.status, failure.body);
  };
}
