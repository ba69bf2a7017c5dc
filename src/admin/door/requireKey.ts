import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../../http/requestContext.ts';
import type { Store } from '../../store/database/store.ts';
import { administrator, findKeyHolder, holderName, type KeyHolder } from '../../store/keys/apiKeys.ts';
import { findSessionHolder } from '../../store/keys/sessions.ts';
import { shownSession } from '../console/sessionCookie.ts';
import type { AdminSettings } from './adminContext.ts';
import { answerErrors } from './answerErrors.ts';
import { rememberKeys, type FindHolder } from './rememberKeys.ts';

/**
 * Refuses requests without `Authorization: Bearer <key>` or the cookie of a session, before any part of them is parsed.
 * Both are looked up for every request, so a revoked key opens nothing any more.
 */
export function requireKey(settings: KeySettings, store: Store) {
  const findByKey = keyReader(settings, store);
  return requireActor(settings, (request) => {
    if (request.headers.authorization !== undefined) return async () => findByKey(bearerOf(request));
    const shown = shownSession(request);
    return shown && (async () => findSessionHolder(store, shown, settings, settings.clock()));
  });
}

/**
 * Refuses a request of a page that shows the data of somebody else than the session's holder: another person has signed in
 * since, in another tab of the same browser. Otherwise the page would act in that person's name.
 */
export function requireSameHolder(request: Request, response: Response, next: NextFunction): void {
  const shown = request.headers.authorization === undefined ? shownSession(request) : null;
  const pageHolder = shown?.pageHolder ?? null;
  if (pageHolder === null || pageHolder === holderName(contextOf(request).staff!.actor)) {
    next();
    return;
  }
  answerErrors(response, 409, [
    { message: 'Somebody else has signed in with this browser.', extensions: { code: 'OTHER_SESSION' } },
  ]);
}

/** Requires a key, but while the database is away it lets in the holders whom it let in last. */
export function requireKeyEvenInOutage(settings: KeySettings, store: Store) {
  const findByKey = keyReader(settings, store, (findHolder) => rememberKeys(store, findHolder));
  return requireActor(settings, (request) =>
    request.headers.authorization === undefined ? null : async () => findByKey(bearerOf(request)),
  );
}

export type KeySettings = Pick<
  AdminSettings,
  'adminToken' | 'clock' | 'limits' | 'sessionIdleMs' | 'sessionLifetimeMs'
>;

/** Returns a function that finds the holder of a key; null: it is nobody's. ADMIN_TOKEN needs no database. */
export function keyReader(
  { adminToken, clock }: KeySettings,
  store: Store,
  remember: (findHolder: FindHolder) => FindHolder = (findHolder) => findHolder,
) {
  const findHolder = remember(async (key) => findKeyHolder(store, key, clock()));
  return async (key: string | undefined): Promise<KeyHolder | null> => {
    if (key === undefined) return null;
    if (isSame(key, adminToken)) return administrator;
    return findHolder(key);
  };
}

type FindActor = () => Promise<KeyHolder | null>;

/**
 * Refuses a request unless the function that `finderOf` returns finds its actor. Null: the request has no key. That
 * does not count as a failure of its address, because any page of another site can make a browser send such requests.
 */
function requireActor(settings: KeySettings, finderOf: (request: Request) => FindActor | null) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const findActorNow = finderOf(request);
    const context = contextOf(request);
    if (!findActorNow) {
      refuseKeyless(response);
      // For the log and the metrics: a wrong key may be an attack, a missing one is not.
      context.errorCodes = ['KEY_MISSING'];
      return;
    }
    const actor = await settings.limits.requireProof(context.address, 'staff', findActorNow);
    if (actor) {
      context.staff = { actor, findActorNow };
      next();
    } else {
      refuseKeyless(response);
    }
  };
}

function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function refuseKeyless(response: Response): void {
  response.set('WWW-Authenticate', 'Bearer');
  answerErrors(response, 401, [
    { message: 'Send a valid key as Authorization: Bearer <key>.', extensions: { code: 'UNAUTHENTICATED' } },
  ]);
}

/** Compares two keys. Hashing makes the lengths equal, so that the comparison shows nothing of the key. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
