import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { freePort } from '../../src/store/embedded/freePort.ts';
import { watchOutput } from './secretWatch.ts';
import { kill } from './systemProcesses.ts';

export interface HaProxy {
  /** Where developers come in. */
  url: string;
  /** Where staff come in. */
  staffUrl: string;
  /** The lines that it wrote. */
  lines: string[];
  close(): Promise<void>;
}

/** Debian's package `haproxy`. */
const program = '/usr/sbin/haproxy';
const configuration = fileURLToPath(new URL('../../operations/haproxy.cfg', import.meta.url));

export function hasHaProxy(): boolean {
  return spawnSync(program, ['-v']).status === 0;
}

/** HAProxy as compose.yaml runs it, on two ports of 127.0.0.1. `backends` are the addresses that its configuration asks for. */
export async function startHaProxy(backends: Record<string, string>): Promise<HaProxy> {
  const [bind, staffBind] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const child = spawn(program, ['-db', '-f', configuration], {
    env: { ...backends, PUBLIC_BIND: bind, STAFF_BIND: staffBind },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      watchOutput(line);
      lines.push(line);
    });
  }
  const [url, staffUrl] = [`http://${bind}`, `http://${staffBind}`];
  const serves = async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${lines.join('\n')}`);
    return Promise.all([url, staffUrl].map((each) => fetch(`${each}/readyz`))).then(
      (answers) => answers.every(({ ok }) => ok),
      () => false,
    );
  };
  try {
    await vi.waitUntil(serves, { timeout: 30_000, interval: 50 });
  } catch (error) {
    await kill(child);
    throw error;
  }
  return { url, staffUrl, lines, close: () => kill(child) };
}
