import type { ServerResponse } from 'node:http';

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
