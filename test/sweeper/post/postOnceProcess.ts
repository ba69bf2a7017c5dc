import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PostResult } from '../../../src/store/deliveries/attemptResult.ts';
import { KeptConnections } from '../../../src/sweeper/post/keptConnections.ts';
import { loopback, post } from './callbackPost.ts';

const thisFile = fileURLToPath(import.meta.url);

/**
 * Posts to each URL, one after the other on kept connections, from a process of its own, whose environment decides whom it
 * trusts. Every name is 127.0.0.1.
 */
export async function postFromProcess(
  urls: readonly string[],
  environment: Record<string, string>,
): Promise<Pick<PostResult, 'outcome' | 'error' | 'hint' | 'connectMs'>[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', thisFile, ...urls], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output) as PostResult[];
}

if (process.argv[1] === thisFile) {
  // Longer than any test, so that no pause of the machine ends a connection.
  const kept = new KeptConnections(60_000);
  const settings = { timeoutMs: 5000, allowedNetworks: loopback, resolveHost: async () => ['127.0.0.1'], kept };
  const results = [];
  for (const url of process.argv.slice(2)) results.push(await post(url, settings));
  kept.close();
  process.stdout.write(JSON.stringify(results));
}
