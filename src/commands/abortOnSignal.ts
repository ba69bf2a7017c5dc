import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A signal that asks for a stop. SIGHUP comes when the terminal is closed, and is ignored under nohup. */
export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

export interface Stopping {
  signal: AbortSignal;
  /** The signals that abort it. */
  stopSignals: readonly StopSignal[];
}

/**
 * Aborts with the first signal that asks for a stop, from now on. Before that, such a signal kills the process, or is lost
 * if the process is the first one of a container.
 */
export function abortOnSignal(environment: NodeJS.ProcessEnv): Stopping {
  const stopping = new AbortController();
  const isDetached = isUnderNohup(environment);
  const stopSignals: StopSignal[] = isDetached ? ['SIGTERM', 'SIGINT'] : ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of stopSignals) process.on(signal, () => stopping.abort());
  // Without a listener SIGHUP would end the process.
  if (isDetached) process.on('SIGHUP', () => {});
  return { signal: stopping.signal, stopSignals };
}

/**
 * Tells whether nohup started this program. Node sets every signal back to its default when it starts, so that the kernel
 * no longer knows. Two traces are left: the variable `_` of the shell, which a shell in between (npm's) may overwrite, and
 * standard input, which GNU's nohup replaces by a /dev/null that can only be written, if it was a terminal.
 */
function isUnderNohup(environment: NodeJS.ProcessEnv): boolean {
  return basename(environment['_'] ?? '') === 'nohup' || hasUnreadableInput();
}

const accessMode = 0o3;
const writeOnly = 0o1;

function hasUnreadableInput(): boolean {
  try {
    if (readlinkSync('/proc/self/fd/0') !== '/dev/null') return false;
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & accessMode) === writeOnly;
  } catch {
    // Not Linux, or no standard input.
    return false;
  }
}
