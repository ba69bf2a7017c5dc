import type { IncomingMessage } from 'node:http';
import { Router } from 'express';
import { requireMethod } from './requireMethod.ts';
import { sendJson } from './sendJson.ts';
import type { ReadinessCheck } from './readiness.ts';

/**
 * What orchestrators ask, without a key. /healthz: the process lives; restarting it would help if this fails.
 * /readyz: it is to get work; if this fails, a restart helps no more than waiting.
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

/** Whether it is for one of these paths, as a request says it before there is a route for it. */
export function isHealthCheck({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return /^\/(healthz|readyz)\/?(\?|$)/.test(url);
}
