import type { RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';

/**
 * Sets headers for answers that no browser should show, frame or keep; the query explorer sets another policy. Strict
 * transport is required only when a trusted proxy says that the caller came over TLS, since this service itself speaks
 * plain HTTP.
 */
export function securityHeaders(): RequestHandler[] {
  const requireTls = strictTransportSecurity();
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: false,
    }),
    (request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      if (request.secure) requireTls(request, response, next);
      else next();
    },
  ];
}
