import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { Router, type ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { actingAs } from '../store/audit.ts';
import type { Actor, AdminContext, AdminSettings } from './adminContext.ts';
import { formatErrors } from './formatError.ts';
import { requireKey } from './requireKey.ts';
import { buildAdminSchema } from './schema.ts';

const largestBodyBytes = 256 * 1024;

export interface AdminDoor {
  router: Router;
  close(): Promise<void>;
}

/** Door 2: GraphQL for the platform's staff at /graphql. */
export async function openAdminDoor(settings: AdminSettings, log: Logger): Promise<AdminDoor> {
  const server = new ApolloServer<AdminContext>({
    schema: await buildAdminSchema(),
    formatError: formatErrors(log),
    includeStacktraceInErrorResponses: false,
    // Stopping is the process's business: doors first, then the database.
    stopOnTerminationSignals: false,
    introspection: true,
  });
  await server.start();

  const router = Router({ caseSensitive: true });
  router.use('/graphql', requireKey(settings), express.json({ limit: largestBodyBytes }), answerUnreadable);
  router.use(
    '/graphql',
    expressMiddleware(server, {
      context: async ({ res }) => contextFor(res.locals.actor, settings),
    }),
  );
  return { router, close: () => server.stop() };
}

function contextFor(actor: Actor, settings: AdminSettings): AdminContext {
  return { actor, settings: { ...settings, store: actingAs(settings.store, actor.name) } };
}

/** Bodies that are not JSON, or too large, in the shape of every other GraphQL error. */
const answerUnreadable: ErrorRequestHandler = (error: { status?: number; type?: string }, _request, response, next) => {
  if (!error.status || error.status >= 500) {
    next(error);
    return;
  }
  const message =
    error.type === 'entity.too.large'
      ? `The request must be at most ${largestBodyBytes} bytes.`
      : 'The request body must be a JSON object with a query.';
  response.status(error.status).json({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
};
