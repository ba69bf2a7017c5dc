import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../../http/requestContext.ts';
import type { Store } from '../../store/database/store.ts';
import { administrator, findKeyHolder, type KeyHolder } from '../../store/keys/apiKeys.ts';
import { findSessionHolder } from '../../store/keys/sessions.ts';
import { shownSession } from '../console/sessionCookie.ts';
import type { AdminSettings } from './adminContext.ts';
import { answerErrors } from './answerErrors.ts';
import { rememberKeys, type FindHolder } from './rememberKeys.ts';

/**
 * Refuses requests without `Authorization: Bearer <key>` or the cookie of a session, before anything of them is parsed.
 * Both are looked up for every request, so a revoked key opens nothing any more.
 */
export function requireKey(settings: KeySettings, store: Store) {
  const findByKey = keyReader(settings, store);
  return requireActor(settings, async (request) => {
    if (request.headers.authorization !== undefined) return findByKey(bearerOf(request));
    const shown = shownSession(request);
    return shown && findSessionHolder(store, shown, settings, settings.clock());
  });
}

/** Requires a key, but while the database is away it lets in the holders whom it let in last. */
export function requireKeyEvenInOutage(settings: KeySettings, store: Store) {
  const findByKey = keyReader(settings, store, (findHolder) => rememberKeys(store, findHolder));
  return requireActor(settings, async (request) => findByKey(bearerOf(request)));
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

function requireActor(settings: KeySettings, findActor: (request: Request) => Promise<KeyHolder | null>) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const findActorNow = async () => findActor(request);
    const context = contextOf(request);
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
