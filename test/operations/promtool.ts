import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';

const run = promisify(execFile);

export const operationsFolder = fileURLToPath(new URL('../../operations', import.meta.url));

/** Runs Prometheus's own checker, and returns what it says; rejects when it finds something. */
export async function promtool(context: TestContext, ...args: string[]): Promise<string> {
  await skipWithoutPromtool(context);
  const { stdout } = await run('promtool', args, { cwd: operationsFolder, timeout: 30_000 });
  return stdout;
}

/** Has it check what /metrics answers, and returns what it finds wrong: nothing. */
export async function checkMetrics(context: TestContext, text: string): Promise<string> {
  await skipWithoutPromtool(context);
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return stdout + stderr;
}

async function skipWithoutPromtool(context: TestContext): Promise<void> {
  try {
    await run('promtool', ['--version'], { timeout: 30_000 });
  } catch {
    const reason = "Prometheus's rules are not tested: `promtool --version` fails here.";
    // Where everything is meant to be installed, a gap is a fault.
    if (process.env['CI'] === 'true') throw new Error(reason);
    console.warn(reason);
    context.skip(reason);
  }
}
