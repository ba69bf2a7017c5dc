import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { Router, type ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { contextOf } from '../../http/requestContext.ts';
import type { AdminSettings, StaffRequest } from './adminContext.ts';
import { consoleRoutes } from '../console/consoleRoutes.ts';
import { sessionRoutes } from '../console/sessionRoutes.ts';
import { allowMethods, answerOptions, refuseWebSocket, requireMediaTypes } from './methodsAndMediaTypes.ts';
import { AnswerBudget } from '../guards/answerBudget.ts';
import { answerDoorFailure } from './answerDoorFailure.ts';
import { beginInTurn } from '../guards/beginInTurn.ts';
import { executeOperation } from './executeOperation.ts';
import { explorerRoutes } from './explorerRoutes.ts';
import { formatErrors } from './formatErrors.ts';
import { queryTimeoutMs } from '../guards/queryLimits.ts';
import { limitDocument } from '../guards/limitDocument.ts';
import { nameInputFields } from '../graphql/nameInputFields.ts';
import { observeOperation } from './observeOperation.ts';
import { Pace } from '../guards/pace.ts';
import { readJsonBody } from './readJsonBody.ts';
import { operationChecks, refuseSubscriptions } from '../guards/operationChecks.ts';
import { requireKey, requireSameHolder } from './requireKey.ts';
import { requireOperation } from './requireOperation.ts';
import { buildAdminSchema } from '../graphql/buildAdminSchema.ts';
import { withTurns } from '../guards/withTurns.ts';
import { withBudget } from '../guards/withBudget.ts';

/** The folders of the files of the pages. */
export interface PageFolders {
  /** The query explorer. */
  explorer: string;
  /** The built web console. */
  console: string;
}

export interface AdminDoor {
  router: Router;
  /** Answers what is refused at /graphql before the router is reached. */
  answerFailure: ErrorRequestHandler;
  close(): Promise<void>;
}

/** Door 2: GraphQL for the platform's staff at /graphql, and the pages that use it. */
export async function openAdminDoor(settings: AdminSettings, log: Logger, folders: PageFolders): Promise<AdminDoor> {
  const format = formatErrors(log);
  const pace = new Pace();
  const server = new ApolloServer<StaffRequest>({
    schema: withTurns(withBudget(await buildAdminSchema())),
    formatError: format,
    includeStacktraceInErrorResponses: false,
    // The process stops in its own order: doors first, then the database.
    stopOnTerminationSignals: false,
    introspection: true,
    // A browser asks the server before a script of another site may send `Authorization`. A caller without it has the
    // cookie of a session, which counts only in a POST of one of our own pages (sessionCookie.ts).
    csrfPrevention: { requestHeaders: ['authorization', 'x-apollo-operation-name', 'apollo-require-preflight'] },
    allowBatchedHttpRequests: false,
    validationRules: [refuseSubscriptions],
    // requireOperation refuses them.
    persistedQueries: false,
    plugins: [
      operationChecks(),
      nameInputFields(),
      executeOperation(format),
      observeOperation(),
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await server.start();

  const answerFailure = answerDoorFailure(log, settings.limits);
  const router = Router({ caseSensitive: true });
  router.use(
    consoleRoutes(folders.console),
    sessionRoutes(settings, settings.changesStore, log),
    explorerRoutes(folders.explorer),
  );
  router.use(
    '/graphql',
    answerOptions,
    refuseWebSocket,
    // The operation is not known yet, and a mutation must not wait behind queries here either.
    requireKey(settings, settings.changesStore),
    requireSameHolder,
    allowMethods,
    requireMediaTypes,
    readJsonBody,
    beginInTurn(),
    requireOperation,
    limitDocument,
    expressMiddleware(server, {
      context: async ({ req }) => {
        const budget = new AnswerBudget({ timeMs: queryTimeoutMs });
        return { request: contextOf(req), settings, budget, pace };
      },
    }),
    answerFailure,
  );
  return { router, answerFailure, close: () => server.stop() };
}
