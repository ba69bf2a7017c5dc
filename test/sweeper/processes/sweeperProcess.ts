import { readConfig } from '../../../src/config/config.ts';
import { openLog } from '../../../src/log/openLog.ts';
import { logObserver, observeBy } from '../../../src/service/observation.ts';
import { noNetworks } from '../../../src/rules/callbacks/callableAddress.ts';
import { openServiceClock } from '../../../src/service/serviceClock.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { closeStore, openStore } from '../../../src/store/database/store.ts';
import { resolveHost } from '../../../src/sweeper/post/resolveHost.ts';
import { startSweeping } from '../../../src/sweeper/loop/startSweeping.ts';

/**
 * The sweeper as src/service/startService.ts starts it, in a process without the other doors: it starts in half the time, so
 * that one can be killed several times a second.
 */
const config = readConfig(process.env);
const log = openLog(config.LOG_LEVEL);
const timeoutMs = config.CALLBACK_TIMEOUT_S * 1000;
const store = openStore(config.DATABASE_URL!, new Keyring(config.ENCRYPTION_KEY!));
const clock = await openServiceClock(store, log, undefined);
const sweeping = startSweeping({
  store,
  databaseUrl: config.DATABASE_URL!,
  clock: clock.now,
  setClock: clock.set,
  log,
  observer: observeBy([logObserver(log)], log),
  worker: `test:${process.pid}`,
  timeZone: config.PLATFORM_TIMEZONE,
  schedule: { maxNotifications: config.CALLBACK_MAX_NOTIFICATIONS, delaysSeconds: config.CALLBACK_DELAYS_S },
  timeoutMs,
  leaseMs: timeoutMs + config.CALLBACK_LEASE_MARGIN_S * 1000,
  concurrency: config.CALLBACK_CONCURRENCY,
  concurrencyPerPlugin: config.CALLBACK_CONCURRENCY_PER_PLUGIN,
  allowedNetworks: config.CALLBACK_ALLOW_NETWORKS ?? noNetworks,
  refusedNetworks: noNetworks,
  ownNetworks: () => noNetworks,
  resolveHost,
  sweepCron: config.SWEEP_CRON,
  retentionMs: config.RETENTION_DAYS * 24 * 60 * 60 * 1000,
});
process.once('SIGTERM', () => {
  void sweeping
    .stop()
    .then(() => closeStore(store))
    .then(() => process.exit(0));
});
log.info('ready');
