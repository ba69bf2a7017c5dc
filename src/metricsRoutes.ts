import { createHash } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import { Router, type Request, type Response } from 'express';
import type { Actor } from './admin/adminContext.ts';
import { actorFinder, refuseKeyless, type KeySettings } from './admin/requireKey.ts';
import { callerAddress } from './limits/callerAddress.ts';
import type { Metrics } from './metrics/openMetrics.ts';
import { Refusal } from './rules/refusal.ts';

/**
 * GET /metrics, with a key of any role. While the database is away, and with it the keys, whoever was let in last still
 * is: that is when the figures are needed.
 */
export function metricsRoutes(settings: KeySettings, metrics: Metrics): Router {
  const findActor = rememberingLast(actorFinder(settings));
  const router = Router({ caseSensitive: true });
  router.all('/metrics', async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw new Refusal('METHOD_NOT_ALLOWED', { facts: { allow: 'GET, HEAD' } });
    }
    const actor = await settings.limits.requireProof(callerAddress(request), 'staff', async () => findActor(request));
    if (!actor) {
      refuseKeyless(response);
      return;
    }
    response.locals.actor = actor;
    await answer(response, metrics);
  });
  return router;
}

async function answer(response: Response, metrics: Metrics): Promise<void> {
  const text = await metrics.text();
  response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
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
    if (!known) return finding;
    const waiting = new AbortController();
    const late = passTime(patienceMs, known, { signal: waiting.signal }).catch(() => known);
    try {
      return await Promise.race([finding.catch(() => known), late]);
    } finally {
      waiting.abort();
    }
  };
}
