import { isUnderNohup } from './hangup.ts';

/** Signals that ask for a stop. SIGHUP comes when the terminal is closed, and is ignored under nohup. */
export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface Stopping {
  signal: AbortSignal;
  /** The signals that abort it. */
  stopSignals: readonly StopSignal[];
}

/**
 * Aborts with the first signal that asks for a stop, from now on. Before, such a signal kills the process, or is lost on
 * it if it is process 1 of a container.
 */
export function abortOnSignal(environment: NodeJS.ProcessEnv): Stopping {
  const stopping = new AbortController();
  const isDetached = isUnderNohup(environment);
  const stopSignals: StopSignal[] = isDetached ? ['SIGTERM', 'SIGINT'] : ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of stopSignals) process.on(signal, () => stopping.abort());
  // Without a listener it would end the process.
  if (isDetached) process.on('SIGHUP', () => {});
  return { signal: stopping.signal, stopSignals };
}
