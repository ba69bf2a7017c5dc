import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Kills a child, unless it has ended, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** A zombie is not. */
export function isRunning(pid: number): boolean {
  const state = ps(pid, 'stat');
  return state !== '' && !state.startsWith('Z');
}

export function parentOf(pid: number): number {
  return Number.parseInt(ps(pid, 'ppid'), 10);
}

export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return processes.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Returns what ps says of one process; empty when there is none. */
export function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}
