import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface StartedProcess {
  /** From spawn to the line. */
  durationMs: number;
  line: string;
  stop(): Promise<void>;
}

/** Starts a program and waits for a line of its output that contains `text`. */
export async function startedProcess(
  command: string[],
  text: string,
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<StartedProcess> {
  const startedAt = performance.now();
  const [program, ...parameters] = command;
  const child = spawn(program!, parameters, {
    env: { ...process.env, ...options.env },
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes(text)) continue;
    const durationMs = performance.now() - startedAt;
    child.stdout.resume();
    return { durationMs, line, stop: () => stop(child) };
  }
  throw new Error(`${command.join(' ')} ended without writing "${text}".`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
