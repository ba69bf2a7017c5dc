import type { Request, Response } from 'express';
import { Refusal } from '../rules/failures/refusal.ts';

/** Refuses all methods but this one; whoever may GET may also ask with HEAD. */
export function requireMethod(method: 'GET' | 'POST') {
  const allow = method === 'GET' ? 'GET, HEAD' : 'POST';
  return (request: Request, response: Response, next: () => void) => {
    if (!allow.split(', ').includes(request.method)) {
      response.setHeader('Allow', allow);
      throw new Refusal('METHOD_NOT_ALLOWED', { facts: { allow } });
    }
    next();
  };
}
