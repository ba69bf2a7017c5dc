import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { StartError } from './startError.ts';
import { startService, type Service } from './startService.ts';
import type { Tracing } from './startTracing.ts';

/**
 * Runs the service in this process until a signal, and ends the process: with 0 after any stop that was asked for, with 1
 * when it does not start or meets a fault that nothing handles.
 */
export async function runService(config: Config, log: Logger, tracing: Tracing): Promise<never> {
  endOnFault(log);
  const stopping = abortOnSignal(log);
  log.info({ node: process.version }, 'starting');
  const service = await tracing.untraced(async () => startedOrExit(config, log, stopping));
  log.info({ url: service.url, adminUrl: service.adminUrl }, 'ready');
  if (!stopping.aborted) await once(stopping, 'abort');
  try {
    await service.stop();
    await tracing.stop();
  } catch (error) {
    log.fatal({ err: error }, 'did not stop cleanly');
    process.exit(1);
  }
  process.exit(0);
}

/** What state it is in, nobody knows; what it leaves open is what a crash leaves, and whoever supervises it starts it again. */
function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'a fault that nothing handles; ending');
    process.exit(1);
  });
}

function abortOnSignal(log: Logger): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, stopping.signal.aborted ? 'stopping already' : 'stopping');
      stopping.abort();
    });
  }
  return stopping.signal;
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
