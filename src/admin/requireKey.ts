import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Actor } from './adminContext.ts';
import { Role } from './role.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Set by `requireKey`. */
    actor: Actor;
  }
}

/** Nothing of the admin door is parsed, let alone answered, without `Authorization: Bearer <key>`. */
export function requireKey(adminToken: string) {
  return (request: Request, response: Response, next: NextFunction) => {
    const presented = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (presented !== undefined && isSame(presented, adminToken)) {
      response.locals.actor = { name: 'ADMIN_TOKEN', role: Role.ADMIN };
      next();
      return;
    }
    response
      .status(401)
      .set('WWW-Authenticate', 'Bearer')
      .json({
        errors: [
          {
            message: 'Send a valid key as Authorization: Bearer <key>.',
            extensions: { code: 'UNAUTHENTICATED' },
          },
        ],
      });
  };
}

/** Hashing first makes the lengths equal, so that the comparison tells nothing of the key. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
