import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { statementTimeoutMs } from '../admin/guards/queryLimits.ts';
import { knownEndpoints } from '../app.ts';
import type { Config } from '../config/config.ts';
import { ReadinessCheck } from '../http/readiness.ts';
import { CallerLimits } from '../limits/callerLimits.ts';
import { readOutputFigures } from '../log/standardOutput.ts';
import { RequestTurns } from '../limits/requestTurns.ts';
import { openMetrics } from '../metrics/openMetrics.ts';
import { readVersion } from '../packageFiles.ts';
import { noNetworks } from '../rules/callbacks/callableAddress.ts';
import { RejectionRecorder } from '../store/rejections/rejectionRecorder.ts';
import { findMissingKeyIds, openStore, type Store } from '../store/database/store.ts';
import { ownNetworks } from '../sweeper/post/ownNetworks.ts';
import { postOnce } from '../sweeper/post/postOnce.ts';
import { resolveHost } from '../sweeper/post/resolveHost.ts';
import { startSweeping } from '../sweeper/loop/startSweeping.ts';
import { keptSecret } from './keptSecret.ts';
import { logObserver, observeBy, observeInSpans } from './observation.ts';
import { closeDatabase, openDatabase } from './openDatabase.ts';
import { openHttp } from './openHttp.ts';
import { openKeyring } from './openKeyring.ts';
import { openServiceClock } from './serviceClock.ts';
import { StartError } from './startError.ts';
import { stopService, type RunningParts } from './stopService.ts';

export interface Service {
  /** http://host:port of the developers' paths. */
  url: string;
  /** http://host:port of the staff's paths; the same if they share a port. */
  adminUrl: string;
  adminToken: string;
  /** Takes nothing new, lets what is in flight finish, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database and the doors. Without a given clock all of them use the database's clock. Throws a StartError that
 * says what to do, or the reason of `stopping`; then nothing is left running.
 */
export async function startService(
  config: Config,
  log: Logger,
  givenClock?: () => Date,
  stopping?: AbortSignal,
): Promise<Service> {
  const adminToken = config.ADMIN_TOKEN ?? (await adminTokenOf(config.DATA_DIR, log));
  const database = await openDatabase(config, log);
  const keyring = await openKeyring(config, database).catch(async (error: unknown) => {
    await closeDatabase(database);
    throw error;
  });
  const { schema, probe } = database;
  const onRefused = (sqlState: string) => probe.noteRefusal(sqlState);
  const store = openStore(database.url, keyring, { schema, onRefused, maxConnections: config.DATABASE_POOL_SIZE });
  // A separate pool, so that no query of staff takes the connections that developers' requests and callbacks need.
  const adminPool = openStore(database.url, keyring, {
    schema,
    onRefused,
    maxConnections: config.DATABASE_ADMIN_POOL_SIZE,
  });
  const adminStore = adminPool.withStatementTimeout(statementTimeoutMs);
  const rejections = new RejectionRecorder(adminStore, log);
  const readiness = new ReadinessCheck({ database: probe, lastSweep: () => parts.sweeping?.lastSweep(), log });
  const parts: RunningParts = { readiness, rejections, stores: [store, adminStore], database };
  const times = { graceMs: config.SHUTDOWN_GRACE_S * 1000, drainMs: config.SHUTDOWN_DRAIN_S * 1000 };

  try {
    stopping?.throwIfAborted();
    await requireKeys(store);
    parts.clock = await openServiceClock(store, log, givenClock);
    const { now: clock, set: setClock } = parts.clock;
    const version = await readVersion();
    const metrics = openMetrics({
      store,
      adminStore,
      clock,
      countDroppedRejections: () => rejections.countDropped(),
      readOutputFigures,
      countConnections: () => parts.http?.countConnections() ?? [],
      endpoints: [...knownEndpoints],
      version,
    });
    const observer = observeInSpans(observeBy([logObserver(log), metrics], log));
    const settings = { ...callbackSettings(config), store, clock, log, observer, timeZone: config.PLATFORM_TIMEZONE };
    parts.http = await openHttp(
      {
        ...settings,
        queriesStore: adminStore,
        changesStore: store.withStatementTimeout(statementTimeoutMs),
        limits: new CallerLimits({
          perAddress: config.RATE_LIMIT_PER_ADDRESS,
          perPlugin: config.RATE_LIMIT_PER_PLUGIN,
          failures: config.RATE_LIMIT_FAILURES,
          onRateLimited: (limit) => observer.onRateLimited(limit),
        }),
        turns: new RequestTurns({
          connections: config.DATABASE_POOL_SIZE,
          perPlugin: config.REST_CONCURRENCY_PER_PLUGIN,
          onRateLimited: (limit) => observer.onRateLimited(limit),
        }),
        onRequestUnverifiable: (pluginId) => observer.onRequestUnverifiable(pluginId),
        onAttemptReported: (over) => observer.onAttemptReported(over),
        onPaymentRefused: (refused) => observer.onPaymentRefused(refused),
        onRequestOver: (request) => observer.onRequestOver(request),
        rejections,
        readiness,
        metrics,
        version,
        adminToken,
        sessionIdleMs: config.SESSION_IDLE_S * 1000,
        sessionLifetimeMs: config.SESSION_LIFETIME_S * 1000,
        requestToleranceSeconds: config.REQUEST_TOLERANCE_S,
        accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_S,
        post: (url, body, headers) => postOnce(url, body, headers, settings),
      },
      config,
      log,
    );
    stopping?.throwIfAborted();
    if (config.RUN.includes('sweeper')) {
      parts.sweeping = startSweeping({
        ...settings,
        setClock,
        databaseUrl: config.DATABASE_DIRECT_URL ?? database.url,
        sweepCron: config.SWEEP_CRON,
      });
    }
    const { url, adminUrl } = parts.http;
    return { url, adminUrl, adminToken, stop: async () => stopService(parts, times, log) };
  } catch (error) {
    await stopService(parts, { graceMs: 0, drainMs: 0 }, log);
    throw error;
  }
}

function callbackSettings(config: Config) {
  const timeoutMs = config.CALLBACK_TIMEOUT_S * 1000;
  return {
    schedule: { maxNotifications: config.CALLBACK_MAX_NOTIFICATIONS, delaysSeconds: config.CALLBACK_DELAYS_S },
    timeoutMs,
    leaseMs: timeoutMs + config.CALLBACK_LEASE_MARGIN_S * 1000,
    allowedNetworks: config.CALLBACK_ALLOW_NETWORKS ?? noNetworks,
    refusedNetworks: config.CALLBACK_REFUSE_NETWORKS ?? noNetworks,
    ownNetworks,
    resolveHost,
    concurrency: config.CALLBACK_CONCURRENCY,
    concurrencyPerPlugin: config.CALLBACK_CONCURRENCY_PER_PLUGIN,
    retentionMs: config.RETENTION_DAYS * 24 * 60 * 60 * 1000,
    worker: `${hostname()}:${process.pid}`,
  };
}

async function adminTokenOf(dataDir: string, log: Logger): Promise<string> {
  const path = resolve(dataDir, 'admin-token');
  const token = await keptSecret(path, () => randomBytes(24).toString('base64url'));
  log.info({ path }, 'the admin token is in this file');
  return token;
}

/** Checks the keys at the start. Otherwise a missing key would only show when a developer's request fails. */
async function requireKeys(store: Store): Promise<void> {
  const missing = await findMissingKeyIds(store);
  if (missing.length === 0) return;
  throw new StartError(
    `Secrets in this database were sealed with another ENCRYPTION_KEY (key id ${missing.join(', ')}; given: ` +
      `${store.keyring.keyIds.join(', ')}). Start with the key that sealed them.`,
  );
}
