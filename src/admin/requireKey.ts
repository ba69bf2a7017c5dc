import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { findKeyHolder } from '../store/apiKeys.ts';
import type { Actor, AdminSettings } from './adminContext.ts';
import { noteErrors } from './observeOperation.ts';
import { Role } from './role.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Set by `requireKey`. */
    actor: Actor;
    /** Looks the key up again. */
    findActorNow: () => Promise<Actor | null>;
  }
}

/**
 * Nothing of the admin door is parsed, let alone answered, without `Authorization: Bearer <key>`. The key is looked up for
 * every request, so that a revoked one opens nothing any more.
 */
export function requireKey({ adminToken, store, clock }: AdminSettings) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const presented = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    const findActorNow = async () => (presented === undefined ? null : findActor(presented));
    const actor = await findActorNow();
    if (actor) {
      response.locals.actor = actor;
      response.locals.findActorNow = findActorNow;
      next();
      return;
    }
    const errors = [
      { message: 'Send a valid key as Authorization: Bearer <key>.', extensions: { code: 'UNAUTHENTICATED' } },
    ];
    noteErrors(response.locals, errors);
    response.status(401).set('WWW-Authenticate', 'Bearer').json({ errors });
  };

  async function findActor(key: string): Promise<Actor | null> {
    if (isSame(key, adminToken)) return { name: 'ADMIN_TOKEN', role: Role.ADMIN };
    const holder = await findKeyHolder(store, key, clock());
    return holder && { name: holder.name, role: Role[holder.role] };
  }
}

/** Hashing first makes the lengths equal, so that the comparison tells nothing of the key. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
