import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../../http/requestContext.ts';
import { serviceActors } from '../../rules/values/keyName.ts';
import { findKeyHolder, type KeyHolder } from '../../store/keys/apiKeys.ts';
import type { AdminSettings } from './adminContext.ts';
import { answerErrors } from './answerErrors.ts';

/**
 * Nothing of the admin door is parsed, let alone answered, without `Authorization: Bearer <key>`. The key is looked up for
 * every request, so that a revoked one opens nothing any more.
 */
export function requireKey(settings: KeySettings) {
  const { adminToken, store, clock } = settings;
  const findActor = actorFinder(adminToken, async (key) => findKeyHolder(store, key, clock()));
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

export type KeySettings = Pick<AdminSettings, 'adminToken' | 'store' | 'clock' | 'limits'>;

export type FindHolder = (key: string) => Promise<KeyHolder | null>;

/** Whose key a request shows; null: nobody's. ADMIN_TOKEN is known without anybody being asked. */
export function actorFinder(adminToken: string, findHolder: FindHolder) {
  return async ({ headers }: Request): Promise<KeyHolder | null> => {
    const key = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (key === undefined) return null;
    if (isSame(key, adminToken)) return { name: serviceActors.adminToken, keyId: null, role: 'ADMIN' };
    return findHolder(key);
  };
}

export function refuseKeyless(response: Response): void {
  response.set('WWW-Authenticate', 'Bearer');
  answerErrors(response, 401, [
    { message: 'Send a valid key as Authorization: Bearer <key>.', extensions: { code: 'UNAUTHENTICATED' } },
  ]);
}

/** Hashing first makes the lengths equal, so that the comparison tells nothing of the key. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
