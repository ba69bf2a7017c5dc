import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as passTime } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/store/embedded/freePort.ts';

export interface StartedServer {
  port: number;
  /** From spawn to the first 200. */
  startMs: number;
  residentMiB(): Promise<number>;
  end(): Promise<void>;
}

const longestStartMs = 30_000;

/** Starts a program that reads PORT, its output going to a file, and asks for a path until it answers 200. */
export async function startServer(
  program: string,
  environment: Record<string, string>,
  firstPath: string,
  logPath: string,
): Promise<StartedServer> {
  const port = await freePort();
  const log = await open(logPath, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...environment },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = once(child, 'exit');
  while (!(await listens(port)) || !(await answers(`http://127.0.0.1:${port}${firstPath}`))) {
    if (child.exitCode !== null || performance.now() - startedAt > longestStartMs) throw new Error(`See ${logPath}.`);
    await passTime(5);
  }
  return {
    port,
    startMs: performance.now() - startedAt,
    residentMiB: async () => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(stdout) / 1024;
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Costs much less than a request, while the program needs the processor. */
async function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}
