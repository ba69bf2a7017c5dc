import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const hasProc = process.platform === 'linux';

/**
 * Names one life of a process: the same pid after a reuse or a reboot has another identity. Returns undefined when nothing
 * runs under that pid. A zombie counts as nothing, though `kill -0` would find it.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (hasProc) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    // From the third field (state) on: the second, the name, may itself hold blanks and brackets.
    const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields?.[0], fields?.[19]];
    if (!fields || state === 'Z' || state === 'X') return undefined;
    return `${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()}/${startTicks}`;
  }
  const line = await ps(pid, 'stat=,lstart=');
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/**
 * Says whether the process with this pid is a running PostgreSQL server on this cluster, not a program that got the pid
 * later. On Linux the folder is compared by device and inode, so renames and symbolic links do not matter.
 */
export async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  if (hasProc) {
    const [name, cwd, cluster] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(clusterDir).catch(() => undefined),
    ]);
    return name.trim() === 'postgres' && !!cwd && !!cluster && cwd.dev === cluster.dev && cwd.ino === cluster.ino;
  }
  const command = await ps(pid, 'command=');
  return command.includes('postgres') && command.includes(clusterDir);
}

/** Runs ps, for macOS. It exits with 1 when there is no such process. */
async function ps(pid: number, columns: string): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return promisify(execFile)('ps', ['-ww', '-o', columns, '-p', String(pid)], { env }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
