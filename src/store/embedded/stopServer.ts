import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import { isServerOf } from './processIdentity.ts';
import { waitUntil } from './waitUntil.ts';

/**
 * Fast shutdown writes a checkpoint, which a slow disk may draw out; immediate shutdown leaves the work to the next
 * start's recovery. No data is lost by either. Kill is for a server that answers neither.
 */
const STEPS = [
  { signal: 'SIGINT', timeoutMs: 20_000 },
  { signal: 'SIGQUIT', timeoutMs: 7_000 },
  { signal: 'SIGKILL', timeoutMs: 3_000 },
] as const;

/** Returns when the server is gone, at once if it was; throws after 30 s. */
export async function stopServer(
  clusterDir: string,
  serverPid: number,
  binaries: Pick<PostgresBinaries, 'pgCtl'>,
): Promise<void> {
  const isGone = async () => !(await isServerOf(clusterDir, serverPid));
  for (const { signal, timeoutMs } of STEPS) {
    if (await isGone()) return;
    await send(signal, serverPid, clusterDir, binaries);
    if (await waitUntil(isGone, { timeoutMs })) return;
  }
  throw new EmbeddedPostgresError('STOP_FAILED', `PostgreSQL (process ${serverPid}) on ${clusterDir} does not end`);
}

async function send(
  signal: (typeof STEPS)[number]['signal'],
  pid: number,
  clusterDir: string,
  { pgCtl }: Pick<PostgresBinaries, 'pgCtl'>,
): Promise<void> {
  try {
    if (process.platform === 'win32' && signal !== 'SIGKILL') {
      // Windows has no signals; the server listens on a pipe that pg_ctl knows.
      const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
      await promisify(execFile)(pgCtl, ['stop', '-D', clusterDir, '-m', mode, '-W']);
    } else process.kill(pid, signal);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
    const message = `cannot stop PostgreSQL (process ${pid}) on ${clusterDir}: ${(cause as Error).message}`;
    throw new EmbeddedPostgresError('STOP_FAILED', message, { cause });
  }
}
