import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../../http/requestContext.ts';
import { serviceActors } from '../../rules/values/keyName.ts';
import type { Store } from '../../store/database/store.ts';
import { findKeyHolder, type KeyHolder } from '../../store/keys/apiKeys.ts';
import type { AdminSettings } from './adminContext.ts';
import { answerErrors } from './answerErrors.ts';
import { rememberKeys, type FindHolder } from './rememberKeys.ts';

/**
 * Refuses requests without `Authorization: Bearer <key>` before anything of them is parsed. The key is looked up for every
 * request, so a revoked one opens nothing any more.
 */
export function requireKey(settings: KeySettings, store: Store) {
  return requireHolder(settings, holderFinder(settings, store));
}

/** Does the same, but while the database is away it lets in the holders whom it let in last. */
export function requireKeyEvenInOutage(settings: KeySettings, store: Store) {
  return requireHolder(settings, rememberKeys(store, holderFinder(settings, store)));
}

function holderFinder({ clock }: KeySettings, store: Store): FindHolder {
  return async (key) => findKeyHolder(store, key, clock());
}

function requireHolder(settings: KeySettings, findHolder: FindHolder) {
  const findActor = actorFinder(settings.adminToken, findHolder);
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

export type KeySettings = Pick<AdminSettings, 'adminToken' | 'clock' | 'limits'>;

/** Returns a function that finds whose key a request shows; null: nobody's. ADMIN_TOKEN needs no database. */
function actorFinder(adminToken: string, findHolder: FindHolder) {
  return async ({ headers }: Request): Promise<KeyHolder | null> => {
    const key = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (key === undefined) return null;
    if (isSame(key, adminToken)) return { name: serviceActors.adminToken, keyId: null, role: 'ADMIN' };
    return findHolder(key);
  };
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
