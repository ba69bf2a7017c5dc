import { Router } from 'express';
import { actorFinder, refuseKeyless, type KeySettings } from '../admin/door/requireKey.ts';
import { contextOf } from './requestContext.ts';
import type { Metrics } from '../metrics/openMetrics.ts';
import { requireMethod } from './requireMethod.ts';
import { findGoodKeys, findKeyHolder } from '../store/keys/apiKeys.ts';
import { rememberKeys } from './rememberKeys.ts';

/**
 * GET /metrics, with a key of any role. While the database is away, and with it the keys, those that were let in before
 * still are: that is when the figures are needed.
 */
export function metricsRoutes(settings: KeySettings, metrics: Metrics): Router {
  const { adminToken, store, clock, limits } = settings;
  const findHolder = rememberKeys({
    findHolder: async (key) => findKeyHolder(store, key, clock()),
    findGoodKeys: async (hashes) => findGoodKeys(store, hashes),
  });
  const findActor = actorFinder(adminToken, findHolder);
  const router = Router({ caseSensitive: true });
  router.all('/metrics', requireMethod('GET'), async (request, response) => {
    const context = contextOf(request);
    const findActorNow = async () => findActor(request);
    const actor = await limits.requireProof(context.address, 'staff', findActorNow);
    if (!actor) {
      refuseKeyless(response);
      return;
    }
    context.staff = { actor, findActorNow };
    const text = await metrics.text();
    response.set('Content-Type', metrics.contentType).end(text);
  });
  return router;
}
