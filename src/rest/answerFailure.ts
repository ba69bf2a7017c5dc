import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { failureOf } from './failureBody.ts';
import { sendJson } from './sendJson.ts';

/** The one place where an error of door 1 becomes a response. Ours are logged with their cause; callers see none of it. */
export function answerFailure(log: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    const failure = failureOf(error, request.acceptsLanguages('en', 'zh') === 'zh' ? 'zh' : 'en');
    if (failure.status >= 500) log.error({ err: error as Error, path: request.path }, 'request failed');
    if (response.headersSent) next(error);
    else sendJson(response, failure.status, failure.body);
  };
}
