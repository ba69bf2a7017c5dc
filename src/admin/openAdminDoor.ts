import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { Router, type ErrorRequestHandler, type NextFunction, type Request, type Response } from 'express';
import type { Locals } from 'express-serve-static-core';
import type { Logger } from 'pino';
import type { CallerLimits } from '../limits/callerLimits.ts';
import { holdBackRefusal } from '../limits/holdBackRefusal.ts';
import { Refusal } from '../rules/refusal.ts';
import { actingAs } from '../store/audit.ts';
import { findAttemptBodies } from '../store/deliveryAttempts.ts';
import { outageOf, outageRetrySeconds } from '../store/outageOf.ts';
import { reportFailure } from '../store/reportFailure.ts';
import type { AdminContext, AdminSettings } from './adminContext.ts';
import { AnswerBudget } from './answerBudget.ts';
import { answerErrors } from './answerErrors.ts';
import { AttemptBodies } from './attemptBodies.ts';
import { chooseStore } from './chooseStore.ts';
import { describeOutage } from './describeOutage.ts';
import { executeOperation } from './executeOperation.ts';
import { explorerRoutes } from './explorerRoutes.ts';
import { formatErrors } from './formatErrors.ts';
import { limits, queryTimeoutMs } from './limits.ts';
import { limitDocument } from './limitDocument.ts';
import { nameInputFields } from './nameInputFields.ts';
import { observeOperation } from './observeOperation.ts';
import { Pace } from './pace.ts';
import { readJsonBody } from './readJsonBody.ts';
import { refuseOperation } from './refuseOperation.ts';
import { refuseSubscriptions } from './refuseSubscriptions.ts';
import { requireKey } from './requireKey.ts';
import { buildAdminSchema } from './buildAdminSchema.ts';
import { withTurns } from './turns.ts';
import { withBudget } from './withBudget.ts';

export interface AdminDoor {
  router: Router;
  close(): Promise<void>;
}

/** Door 2: GraphQL for the platform's staff at /graphql. `explorerFolder` has the files of the query explorer. */
export async function openAdminDoor(settings: AdminSettings, log: Logger, explorerFolder: string): Promise<AdminDoor> {
  const format = formatErrors(log);
  const pace = new Pace();
  const server = new ApolloServer<AdminContext>({
    schema: withTurns(withBudget(await buildAdminSchema())),
    formatError: format,
    includeStacktraceInErrorResponses: false,
    // Stopping is the process's business: doors first, then the database.
    stopOnTerminationSignals: false,
    introspection: true,
    // A browser asks the server before a script of another site may send `Authorization`, and nobody is let in without it.
    // If a cookie ever lets staff in, this header proves nothing any more: a request without it would be let in too.
    csrfPrevention: { requestHeaders: ['authorization', 'x-apollo-operation-name', 'apollo-require-preflight'] },
    allowBatchedHttpRequests: false,
    validationRules: [refuseSubscriptions],
    // What is sent is measured before it is read; a hash could not be.
    persistedQueries: false,
    plugins: [
      refuseOperation(),
      nameInputFields(),
      chooseStore(),
      executeOperation(format),
      observeOperation(),
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await server.start();

  const router = Router({ caseSensitive: true });
  router.use(explorerRoutes(explorerFolder));
  router.use(
    '/graphql',
    // A mutation must not wait here either, and what kind of operation it is is not known yet.
    requireKey({ ...settings, store: settings.changesStore }),
    allowMethods,
    readJsonBody,
    limitDocument,
    expressMiddleware(server, {
      context: async ({ res }) => contextFor(res.locals, settings, pace),
    }),
    answerFailure(log, settings.limits),
  );
  return { router, close: () => server.stop() };
}

function allowMethods({ method }: Request, response: Response, next: NextFunction): void {
  if (method === 'GET' || method === 'POST') {
    next();
    return;
  }
  const message = `Send queries by POST, or by GET; ${method} does nothing here.`;
  response.set('Allow', 'GET, POST');
  answerErrors(response, 405, [{ message, extensions: { code: 'METHOD_NOT_ALLOWED' } }]);
}

function contextFor(locals: Locals, settings: AdminSettings, pace: Pace): AdminContext {
  const { actor, findActorNow } = locals;
  const budget = new AnswerBudget({ timeMs: queryTimeoutMs });
  const theirs = {
    ...settings,
    store: actingAs(settings.store, actor),
    changesStore: actingAs(settings.changesStore, actor),
  };
  // Not the store of now: chooseStore gives a mutation another.
  const bodies = new AttemptBodies(async (ids) => findAttemptBodies(theirs.store, ids), budget);
  return { locals, actor, findActorNow, settings: theirs, budget, pace, bodies };
}

/** What fails before GraphQL is reached, in the shape of every other GraphQL error. */
function answerFailure(log: Logger, callerLimits: CallerLimits): ErrorRequestHandler {
  return async (error: AdminDoorError, request, response, next) => {
    const { requestId } = response.locals;
    if (error instanceof Refusal) await holdBackRefusal(callerLimits, request);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof Refusal) {
      refuseGuesser(response, error);
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

type AdminDoorError = Refusal | { status?: number; type?: string };

/** The only one that is thrown on the way to GraphQL. */
function refuseGuesser(response: Response, { facts: { retryAfterSeconds } }: Refusal): void {
  const message = `Too many wrong keys came from this address; try again in ${retryAfterSeconds} s.`;
  response.set('Retry-After', String(retryAfterSeconds));
  answerErrors(response, 429, [{ message, extensions: { code: 'RATE_LIMITED' } }]);
}

const ours = { message: 'Something went wrong here.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };

function describeUnreadable({ type }: { type?: string }) {
  const message =
    type === 'entity.too.large'
      ? `The request must be at most ${limits.bodyBytes} bytes.`
      : 'The request body must be a JSON object with a query.';
  return { message, extensions: { code: 'BAD_REQUEST' } };
}
