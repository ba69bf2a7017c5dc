import type { Request, Response } from 'express';
import { Refusal } from '../rules/failures/refusal.ts';

/** Refuses all other methods, and names these in the header Allow. A path that answers GET also answers HEAD. */
export function requireMethod(...methods: ('GET' | 'POST')[]) {
  const allowed: readonly string[] = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = allowed.join(', ');
  return (request: Request, response: Response, next: () => void) => {
    if (!allowed.includes(request.method)) {
      response.setHeader('Allow', allow);
      throw new Refusal('METHOD_NOT_ALLOWED', { facts: { allow } });
    }
    next();
  };
}
