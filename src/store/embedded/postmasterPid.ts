import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The lines of postmaster.pid that matter here (PostgreSQL: src/include/utils/pidfile.h). */
export interface PostmasterPid {
  pid: number;
  port: number;
  /** True once the server accepts connections. */
  isReady: boolean;
}

export function postmasterPidPath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}

/** Returns undefined without a file, or with one that PostgreSQL is only just writing. */
export async function readPostmasterPid(clusterDir: string): Promise<PostmasterPid | undefined> {
  const text = await readFile(postmasterPidPath(clusterDir), 'utf8').catch(() => '');
  const lines = text.split('\n');
  // A server in single-user mode writes its pid with a minus sign.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), isReady: lines[7]?.trim() === 'ready' };
}
