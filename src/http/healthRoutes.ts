import type { IncomingMessage } from 'node:http';
import { Router } from 'express';
import { requireMethod, sendJson } from './routeHelpers.ts';
import type { ReadinessCheck } from './readiness.ts';

/**
 * Answers orchestrators, without a key. /healthz fails when the process must be restarted. /readyz fails when the process
 * should get no work; a restart would not help then.
 */
export function healthRoutes(readiness: ReadinessCheck): Router {
  const router = Router({ caseSensitive: true });
  router.all('/healthz', requireMethod('GET'), (_request, response) => {
    sendJson(response, 200, { status: 'ok' });
  });
  router.all('/readyz', requireMethod('GET'), async (_request, response) => {
    const answer = await readiness.check();
    sendJson(response, answer.status === 'ok' ? 200 : 503, answer);
  });
  return router;
}

/** Says whether a request is for one of these paths, before there is a route for it. */
export function isHealthCheck({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return /^\/(healthz|readyz)\/?(\?|$)/.test(url);
}
