export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Aborts with the first signal that asks for a stop, from now on. Before, such a signal kills the process, or is lost on
 * it if it is process 1 of a container.
 */
export function abortOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of stopSignals) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
