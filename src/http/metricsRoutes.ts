import { Router, type RequestHandler } from 'express';
import { requireMethod } from './routeHelpers.ts';

/** Answers GET /metrics to callers that `requireKey` accepts. */
export function metricsRoutes(
  requireKey: RequestHandler,
  metrics: { contentType: string; text(): Promise<string> },
): Router {
  const router = Router({ caseSensitive: true });
  router.all('/metrics', requireMethod('GET'), requireKey, async (_request, response) => {
    const text = await metrics.text();
    response.set('Content-Type', metrics.contentType).end(text);
  });
  return router;
}
