import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { isServerOf } from './processIdentity.ts';
import { waitUntil } from './waitUntil.ts';

/**
 * The signals, in the order in which they are tried. Fast shutdown writes a checkpoint, which takes long on a slow
 * disk; immediate shutdown leaves the work to the next start's recovery. No data is lost by either. Kill is for a
 * server that answers neither.
 */
const STEPS = [
  { signal: 'SIGINT', timeoutMs: 20_000 },
  { signal: 'SIGQUIT', timeoutMs: 7_000 },
  { signal: 'SIGKILL', timeoutMs: 3_000 },
] as const;

/** Stops the server, and returns when it has ended. Throws after 30 s. */
export async function stopServer(clusterDir: string, serverPid: number): Promise<void> {
  const isGone = async () => !(await isServerOf(clusterDir, serverPid));
  for (const { signal, timeoutMs } of STEPS) {
    if (await isGone()) return;
    try {
      process.kill(serverPid, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
      const message = `cannot stop PostgreSQL (process ${serverPid}) on ${clusterDir}: ${(cause as Error).message}`;
      throw new EmbeddedPostgresError('STOP_FAILED', message, { cause });
    }
    if (await waitUntil(isGone, { timeoutMs })) return;
  }
  throw new EmbeddedPostgresError('STOP_FAILED', `PostgreSQL (process ${serverPid}) on ${clusterDir} does not end`);
}
