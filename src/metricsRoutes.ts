import { createHash } from 'node:crypto';
import { Router, type Request } from 'express';
import type { Actor } from './admin/adminContext.ts';
import { actorFinder, refuseKeyless, type KeySettings } from './admin/requireKey.ts';
import { callerAddress } from './limits/callerAddress.ts';
import type { Metrics } from './metrics/openMetrics.ts';
import { requireMethod } from './rest/requireMethod.ts';
import { answerWithin } from './store/answerWithin.ts';

/**
 * GET /metrics, with a key of any role. While the database is away, and with it the keys, whoever was let in last still
 * is: that is when the figures are needed.
 */
export function metricsRoutes(settings: KeySettings, metrics: Metrics): Router {
  const findActor = rememberingLast(actorFinder(settings));
  const router = Router({ caseSensitive: true });
  router.all('/metrics', requireMethod('GET'), async (request, response) => {
    const actor = await settings.limits.requireProof(callerAddress(request), 'staff', async () => findActor(request));
    if (!actor) {
      refuseKeyless(response);
      return;
    }
    response.locals.actor = actor;
    const text = await metrics.text();
    response.set('Content-Type', metrics.contentType).end(text);
  });
  return router;
}

type FindActor = (request: Request) => Promise<Actor | null>;

/** How long a database that does not answer is waited for. */
const patienceMs = 2000;

function rememberingLast(findActor: FindActor): FindActor {
  let last: { digest: string; actor: Actor } | undefined;
  return async (request) => {
    const digest = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest('base64');
    const known = last?.digest === digest ? last.actor : undefined;
    const finding = findActor(request).then((actor) => {
      if (actor) last = { digest, actor };
      else if (last?.digest === digest) last = undefined;
      return actor;
    });
    return known
      ? answerWithin(
          patienceMs,
          finding.catch(() => known),
          known,
        )
      : finding;
  };
}
