import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { answerWithin } from './answerWithin.ts';

/** Shorter than any other timeout for a connection: those errors would not say why there was none. */
export const patienceMs = 9_000;
/** The pause before the server is asked again when this pool has no connection at all. */
const pauseMs = 200;
/** The time for which a pool stays as small as the server made it. */
const smallForMs = 5_000;

/** The server has no connection left for this role, this database or anybody. */
export class TooFewConnections extends Error {
  override name = 'TooFewConnections';
}

/**
 * Returns how to get a connection of a pool whose server may have fewer than the pool is configured for. When the
 * server refuses one, the pool keeps the connections that it has, but gives up one for other parts of this process, and
 * tries for more later. Callers wait in line. Rejects with TooFewConnections when that takes longer than `patienceMs`.
 */
export function connectPatiently(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const configuredMax = pool.options.max;
  let refusal: unknown;
  let growing: NodeJS.Timeout | undefined;

  // The pool also counts connections that are still being made, and they may be refused, too.
  let connected = 0;
  pool.on('connect', () => {
    connected += 1;
    if (refusal !== undefined) shrink();
  });
  pool.on('remove', () => (connected -= 1));

  function shrink(): void {
    pool.options.max = Math.max(1, connected - 1);
  }

  function stopGrowing(error: unknown): void {
    refusal = error;
    shrink();
    clearTimeout(growing);
    growing = setTimeout(() => {
      refusal = undefined;
      pool.options.max = configuredMax;
    }, smallForMs).unref();
  }

  async function connectBefore(deadlineMs: number): Promise<pg.PoolClient> {
    const connecting = pool.connect();
    // While the server refuses nothing, a timer for each statement is not needed.
    if (refusal === undefined) return connecting;
    const client = await answerWithin(deadlineMs - performance.now(), connecting, null);
    if (client) return client;
    void connecting.then((late) => late.release()).catch(() => {});
    throw tooFew(configuredMax, refusal);
  }

  return async () => {
    const deadlineMs = performance.now() + patienceMs;
    for (;;) {
      try {
        return releasingSurplus(pool, await connectBefore(deadlineMs));
      } catch (error) {
        if (!isServerFull(error)) throw error;
        stopGrowing(error);
        if (performance.now() >= deadlineMs) throw tooFew(configuredMax, error);
        if (pool.totalCount === 0) await passTime(pauseMs);
      }
    }
  };
}

/** Connects as soon as the server has room. After `patienceMs` the refusal is thrown. */
export async function untilServerHasRoom<Connected>(connect: () => Promise<Connected>): Promise<Connected> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isServerFull(error) || performance.now() >= deadlineMs) throw error;
      await passTime(pauseMs);
    }
  }
}

/** A pool does not shrink by itself when its maximum does. */
function releasingSurplus(pool: pg.Pool, client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (isBroken) => release(isBroken || pool.totalCount > pool.options.max);
  return client;
}

function tooFew(configuredMax: number, refusal: unknown): TooFewConnections {
  const why = refusal instanceof Error ? refusal.message : String(refusal);
  return new TooFewConnections(
    `The server has too few connections (${why}), and none came free within ${patienceMs / 1000} s. This pool is ` +
      `configured for up to ${configuredMax} connections: lower DATABASE_POOL_SIZE and DATABASE_ADMIN_POOL_SIZE, or ` +
      'raise the limit of the server, the database or the role.',
    { cause: refusal },
  );
}

function isServerFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === tooManyConnections;
}

const tooManyConnections = '53300';
