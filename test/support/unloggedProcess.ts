import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as passTime } from 'node:timers/promises';
import { freePort } from '../../src/store/embedded/freePort.ts';
import type { BadOutput } from './badOutput.ts';
import { quickStart } from './quickStart.ts';

/** The service in a process whose log nobody sees. */
export interface UnloggedProcess {
  url: string;
  /** How long it took until /readyz said 200; undefined: it did not within the time. */
  becomesReady(withinMs: number): Promise<number | undefined>;
  /** Sends SIGTERM. Returns how long it took and the exit code; undefined: it went on, and was killed. */
  stop(withinMs: number): Promise<{ tookMs: number; code: number | null } | undefined>;
}

/** Starts it with standard output and standard error going to the same bad place. */
export async function startUnlogged(
  path: string,
  environment: Record<string, string>,
  output: BadOutput,
): Promise<UnloggedProcess> {
  const port = await freePort();
  const limit = output.fileLimit === undefined ? '' : `ulimit -f ${output.fileLimit};`;
  const startedMs = performance.now();
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, ...quickStart, path], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...environment },
    stdio: ['ignore', output.fd, output.fd],
  });
  output.release();
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    url,
    becomesReady: async (withinMs) => {
      while (child.exitCode === null && performance.now() - startedMs < withinMs) {
        if (await isReady()) return performance.now() - startedMs;
        await passTime(20);
      }
      return undefined;
    },
    stop: async (withinMs) => {
      const sentMs = performance.now();
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await ended;
      clearTimeout(killing);
      return child.signalCode === 'SIGKILL' ? undefined : { tookMs: performance.now() - sentMs, code: child.exitCode };
    },
  };
}
