import type { ServerResponse } from 'node:http';
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

/**
 * Writes a JSON response. Express's own `res.json` would answer 304 with no body to an `If-None-Match: *`, and callers
 * of these paths always get a body.
 */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  // As a text it goes out in one write with the headers.
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}
