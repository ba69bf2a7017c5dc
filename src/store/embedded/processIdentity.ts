import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Names one life of a process: the same pid after a reuse or a reboot has another identity.
 * undefined when nothing runs under that pid; a zombie counts as nothing, though `kill -0` would find it.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (hasProc()) {
    const fields = await readStatFields(pid);
    const [state, startTicks] = [fields?.[0], fields?.[19]];
    if (!fields || state === 'Z' || state === 'X') return undefined;
    return `${await bootId()}/${startTicks}`;
  }
  if (process.platform === 'win32') return signalReaches(pid) ? 'running' : undefined;
  const line = await ps(pid, 'stat=,lstart=');
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/**
 * True when that pid is a living PostgreSQL server on this cluster, and not some program that got the pid since.
 * On Linux the folder is compared by device and inode, so renames and symbolic links do not matter.
 */
export async function isServerOf(clusterDir: string, pid: number): Promise<boolean> {
  if (hasProc()) {
    const [name, cwd, cluster] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(clusterDir).catch(() => undefined),
    ]);
    return name.trim() === 'postgres' && !!cwd && !!cluster && cwd.dev === cluster.dev && cwd.ino === cluster.ino;
  }
  if (process.platform === 'win32') {
    if (!signalReaches(pid)) return false;
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/NH']);
    return stdout.toLowerCase().includes('postgres.exe');
  }
  const command = await ps(pid, 'command=');
  return command.includes('postgres') && command.includes(clusterDir);
}

function hasProc(): boolean {
  return process.platform === 'linux' && existsSync('/proc/self/stat');
}

/** The fields of /proc/PID/stat from the third (state) on: the second, the name, may itself hold blanks and brackets. */
async function readStatFields(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
}

async function ps(pid: number, columns: string): Promise<string> {
  // ps exits with 1 when there is no such process.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return run('ps', ['-ww', '-o', columns, '-p', String(pid)], { env }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

function signalReaches(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
