import express, { Router, type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';
import { contextOf } from '../../http/requestContext.ts';
import { requireMethod, sendJson } from '../../http/routeHelpers.ts';
import { createSession, endSession } from '../../store/keys/sessions.ts';
import { keyReader, type KeySettings } from '../door/requireKey.ts';
import { forgetSession, isFromOwnPage, keepSession, shownSession } from './sessionCookie.ts';
import type { Store } from '../../store/database/store.ts';

/** Longer than any key and its JSON. */
const bodyBytes = 4096;

/**
 * Signs staff in and out: POST /console/sign-in with {"key": "…"} sets the cookie of a session, POST /console/sign-out
 * ends the session. Wrong keys are limited as they are at /graphql.
 */
export function sessionRoutes(settings: KeySettings, store: Store): Router {
  const router = Router({ caseSensitive: true });
  const findHolder = keyReader(settings, store);
  const onlyOwnPages = [requireMethod('POST'), refuseOtherPages];

  router.all(
    '/console/sign-in',
    ...onlyOwnPages,
    express.json({ limit: bodyBytes }),
    async (request: Request, response: Response) => {
      const { data } = signIn.safeParse(request.body);
      if (!data) {
        sendJson(response, 400, { message: 'Send the key as JSON: {"key": "…"}.' });
        return;
      }
      const context = contextOf(request);
      const actor = await settings.limits.requireProof(context.address, 'staff', async () => findHolder(data.key));
      if (!actor) {
        sendJson(response, 401, { message: 'This key is not valid, or no longer.' });
        return;
      }
      context.staff = { actor, findActorNow: async () => findHolder(data.key) };
      keepSession(request, response, await createSession(store, actor, settings, settings.clock()));
      response.status(204).end();
    },
  );

  router.all('/console/sign-out', ...onlyOwnPages, async (request: Request, response: Response) => {
    const shown = shownSession(request);
    if (shown) await endSession(store, shown.token);
    forgetSession(request, response);
    response.status(204).end();
  });
  return router;
}

/** No key has more. */
const signIn = z.object({ key: z.string().min(1).max(1024) });

/** Otherwise a page of another site could sign a member of staff in as somebody else, or out. */
function refuseOtherPages(request: Request, response: Response, next: NextFunction): void {
  if (isFromOwnPage(request)) next();
  else sendJson(response, 403, { message: 'Only pages of this service may sign staff in and out.' });
}
