import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { onOutputGap } from '../log/standardOutput.ts';
import { StartError } from '../service/startError.ts';
import { startService, type Service } from '../service/startService.ts';
import type { Tracing } from '../tracing/startTracing.ts';
import type { Stopping } from './abortOnSignal.ts';

/**
 * Runs the service in this process until `stopping`, and ends the process: with 0 after any requested stop, with 1 when
 * it does not start or meets a fault that nothing handles.
 */
export async function runService(config: Config, log: Logger, tracing: Tracing, on: Stopping): Promise<never> {
  const { signal: stopping } = on;
  endOnFault(log);
  logSignals(log, on);
  logWarnings(log);
  logGaps(log);
  log.info({ node: process.version }, 'starting');
  const service = await tracing.untraced(async () => startedOrExit(config, log, stopping));
  log.info({ url: service.url, adminUrl: service.adminUrl }, 'ready');
  if (!stopping.aborted) await once(stopping, 'abort');
  const stoppingAtMs = performance.now();
  try {
    await service.stop();
    await tracing.stop();
  } catch (error) {
    log.fatal({ err: error }, 'did not stop cleanly');
    process.exit(1);
  }
  log.info({ tookMs: Math.round(performance.now() - stoppingAtMs) }, 'stopped');
  process.exit(0);
}

/**
 * Ends the process, because its state is unknown after such a fault. The supervisor starts it again, as after a crash.
 */
function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'a fault that nothing handles; ending');
    process.exit(1);
  });
}

function logSignals(log: Logger, { signal: stopping, stopSignals }: Stopping): void {
  for (const signal of stopSignals) {
    // Before the listener that aborts, so that the log has the events in their order.
    process.prependListener(signal, () => log.info({ signal }, stopping.aborted ? 'stopping already' : 'stopping'));
  }
  if (stopSignals.includes('SIGHUP')) return;
  process.on('SIGHUP', () => log.info({ signal: 'SIGHUP' }, 'ignored, since nohup started this process'));
}

/**
 * Logs the warnings of Node.js, which would otherwise go to standard error as text. Does nothing if they were turned
 * off.
 */
function logWarnings(log: Logger): void {
  if (process.listenerCount('warning') === 0) return;
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warns'));
}

function logGaps(log: Logger): void {
  onOutputGap(({ since, dropped, code }) => {
    const lines = { since, dropped, code };
    log.warn(lines, dropped > 0 ? 'log lines were dropped' : 'the log could not be written for a while');
  });
}

async function startedOrExit(config: Config, log: Logger, stopping: AbortSignal): Promise<Service> {
  let timer: NodeJS.Timeout | undefined;
  const limitTime = () => {
    timer = setTimeout(() => {
      log.warn('the grace is over, and it was still starting');
      process.exit(0);
    }, config.SHUTDOWN_GRACE_S * 1000);
  };
  stopping.addEventListener('abort', limitTime);
  try {
    stopping.throwIfAborted();
    return await startService(config, log, undefined, stopping);
  } catch (error) {
    if (stopping.aborted) {
      log.info('stopped before it was ready');
      process.exit(0);
    }
    if (error instanceof StartError) log.fatal(error.message);
    else log.fatal({ err: error }, 'did not start');
    process.exit(1);
  } finally {
    stopping.removeEventListener('abort', limitTime);
    clearTimeout(timer);
  }
}
