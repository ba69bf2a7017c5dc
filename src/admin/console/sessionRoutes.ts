import express, { Router, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { contextOf } from '../../http/requestContext.ts';
import { requireMethod, sendJson } from '../../http/routeHelpers.ts';
import { answerWithin } from '../../store/database/answerWithin.ts';
import { reportFailure } from '../../store/database/reportFailure.ts';
import { createSession, endSessions } from '../../store/keys/sessions.ts';
import { keyReader, type KeySettings } from '../door/requireKey.ts';
import { revokedKeyNotes } from './noteRevokedKey.ts';
import { forgetSession, isFromOwnPage, keepSession, shownTokens } from './sessionCookie.ts';
import type { Store } from '../../store/database/store.ts';

/** Longer than any key and its JSON, which may have six bytes for each of its characters. */
const bodyBytes = 8192;
/** The time that a sign-out waits for the database. Until the answer comes, the browser has the cookie. */
const patienceMs = 3000;

/**
 * Signs staff in and out: POST /console/sign-in with {"key": "…"} sets the cookie of a session, POST /console/sign-out
 * ends the session; if the database is away, the browser still forgets it (503). Wrong keys are limited as they are at
 * /graphql.
 */
export function sessionRoutes(settings: KeySettings, store: Store, log: Logger): Router {
  const router = Router({ caseSensitive: true });
  const findHolder = keyReader(settings, store);
  const noteRevokedKey = revokedKeyNotes(store, settings.clock);
  const onlyOwnPages = [requireMethod('POST'), refuseOtherPages];

  router.all(
    '/console/sign-in',
    ...onlyOwnPages,
    express.json({ limit: bodyBytes }),
    async (request: Request, response: Response) => {
      const { data } = signIn.safeParse(request.body);
      if (!data) {
        refuse(response, 400, 'BAD_REQUEST', 'Send the key as JSON: {"key": "…"}.');
        return;
      }
      const context = contextOf(request);
      const actor = await settings.limits.requireProof(context.address, 'staff', async () => findHolder(data.key));
      if (!actor) {
        await noteRevokedKey(data.key, context.address);
        refuse(response, 401, 'UNAUTHENTICATED', 'This key is not valid, or no longer.');
        return;
      }
      context.staff = { actor, findActorNow: async () => findHolder(data.key) };
      const signedIn = { holder: actor, address: context.address, endedTokens: shownTokens(request) };
      keepSession(request, response, await createSession(store, signedIn, settings, settings.clock()));
      response.status(204).end();
    },
  );

  router.all('/console/sign-out', ...onlyOwnPages, async (request: Request, response: Response) => {
    forgetSession(request, response);
    const ending = endSessions(store, shownTokens(request), settings, settings.clock()).then(
      () => true,
      (error: unknown) => {
        reportFailure(log, error, 'a session could not be ended', { requestId: contextOf(request).requestId });
        return false;
      },
    );
    if (await answerWithin(patienceMs, ending, false)) {
      response.status(204).end();
      return;
    }
    const message =
      'This browser has forgotten the session, but the session could not be ended in the database. It ends by ' +
      `itself, after ${settings.sessionIdleMs / 1000} s without use.`;
    refuse(response, 503, 'SERVICE_UNAVAILABLE', message);
  });
  return router;
}

/** The longest key: the settings refuse a longer ADMIN_TOKEN. */
const signIn = z.object({ key: z.string().min(1).max(1024) });

/** Otherwise a page of another site could sign a member of staff in as somebody else, or sign them out. */
function refuseOtherPages(request: Request, response: Response, next: NextFunction): void {
  if (isFromOwnPage(request)) next();
  else refuse(response, 403, 'FORBIDDEN', 'Only pages of this service may sign staff in and out.');
}

/** Answers with a message, and with the code that the log and the metrics have, too. */
function refuse(response: Response, status: number, code: string, message: string): void {
  contextOf(response.req).errorCodes = [code];
  sendJson(response, status, { code, message });
}
