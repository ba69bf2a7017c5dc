import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';

/**
 * Sets headers for answers that no browser should show, frame or keep; the query explorer sets another policy. Strict
 * transport is required only when a trusted proxy says that the caller came over TLS, since this service itself speaks
 * plain HTTP.
 */
export function securityHeaders(): RequestHandler {
  const requireTls = strictTransportSecurity();
  const headers = headersSetBy(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: false,
    }),
  );
  headers.push(['Cache-Control', 'no-store']);
  return (request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.secure) requireTls(request, response, next);
    else next();
  };
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Returns the headers that Helmet sets. They are the same for each answer, and its dozen functions take longer than a query. */
function headersSetBy(middleware: Middleware): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const recorder = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});
  return headers;
}
