import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as passTime } from 'node:timers/promises';
import type { ServiceBundle } from '../../test/support/serviceProcess.ts';

export interface LoggedService {
  pid: number;
  url: string;
  port: number;
  end(): Promise<void>;
}

const startMs = 30_000;

/** Starts the product with its log going to a file, as in production, and waits until it is ready. */
export async function startLoggedService(
  bundle: Pick<ServiceBundle, 'path'>,
  environment: Record<string, string>,
  logPath: string,
): Promise<LoggedService> {
  const log = await open(logPath, 'w');
  const child = spawn(process.execPath, [bundle.path], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...environment },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = once(child, 'exit');
  const url = await readyUrl(logPath, () => child.exitCode === null);
  return {
    pid: child.pid!,
    url,
    port: Number(new URL(url).port),
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readyUrl(logPath: string, isAlive: () => boolean): Promise<string> {
  const deadline = performance.now() + startMs;
  while (isAlive() && performance.now() < deadline) {
    const ready = /^.*"msg":"ready".*$/m.exec(await readFile(logPath, 'utf8'));
    if (ready) return (JSON.parse(ready[0]) as { url: string }).url;
    await passTime(20);
  }
  throw new Error(`The service is not ready:\n${await readFile(logPath, 'utf8')}`);
}
