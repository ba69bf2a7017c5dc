import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { holdBackRefusal } from '../../http/holdBackRefusal.ts';
import { contextOf } from '../../http/requestContext.ts';
import type { CallerLimits } from '../../limits/callerLimits.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { outageOf, outageRetrySeconds } from '../../store/database/outageOf.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import { answerErrors } from './answerErrors.ts';
import { describeOutage } from './errorMessages.ts';
import { refusedBy } from './refusalTexts.ts';
import { limits } from '../guards/queryLimits.ts';

/** Answers a request that fails before GraphQL is reached, in the shape of every other GraphQL error. */
export function answerDoorFailure(log: Logger, callerLimits: CallerLimits): ErrorRequestHandler {
  return async (error: DoorError, request, response, next) => {
    const { requestId } = contextOf(request);
    if (error instanceof Refusal) await holdBackRefusal(request, callerLimits);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal) {
      refuseFrequent(response, error);
      return;
    }
    const isTheirs = error.status !== undefined && error.status < 500;
    if (!isTheirs) reportFailure(log, error, 'GraphQL request failed', { requestId });
    const outage = isTheirs ? null : outageOf(error);
    if (outage) {
      response.set('Retry-After', String(outageRetrySeconds));
      answerErrors(response, 503, [describeOutage(outage)]);
      return;
    }
    answerErrors(response, isTheirs ? error.status! : 500, [isTheirs ? describeUnreadable(error) : ours]);
  };
}

type DoorError = Refusal | { status?: number; type?: string };

/** Answers a caller who comes too often: nothing else throws a Refusal on the way to GraphQL. */
function refuseFrequent(response: Response, { code, facts: { retryAfterSeconds } }: Refusal): void {
  const text = code === 'TOO_MANY_FAILURES' ? 'TOO_MANY_WRONG_KEYS' : 'TOO_MANY_REQUESTS';
  response.set('Retry-After', String(retryAfterSeconds));
  answerErrors(response, 429, [refusedBy('RATE_LIMITED', text, { seconds: String(retryAfterSeconds) })]);
}

const ours = { message: 'Something went wrong here.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };

function describeUnreadable({ type }: { type?: string }) {
  const message =
    type === 'entity.too.large'
      ? `The request must be at most ${limits.bodyBytes} bytes.`
      : 'The request body must be a JSON object with a query.';
  return { message, extensions: { code: 'BAD_REQUEST' } };
}
