import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startedProcess } from './startedProcess.ts';

/** `npm run bench:clone`: what a newcomer waits for. A fresh clone, `npm ci`, then `npm start` until the first signed 200. */
const folder = await mkdtemp(join(tmpdir(), 'openplug-clone-'));
try {
  execFileSync('git', ['clone', '--quiet', '.', folder]);
  const startedAt = performance.now();
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const installedMs = performance.now() - startedAt;

  const service = await startedProcess(['npm', 'start', '--silent'], '"ready"', { cwd: folder, env: { PORT: '0' } });
  try {
    const { url } = JSON.parse(service.line) as { url: string };
    await firstSignedRequest(url, (await readFile(join(folder, 'data', 'admin-token'), 'utf8')).trim());
    const totalMs = performance.now() - startedAt;
    console.log(
      `npm ci: ${seconds(installedMs)}; npm start until the first signed 200: ${seconds(totalMs - installedMs)}`,
    );
  } finally {
    await service.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function firstSignedRequest(url: string, adminToken: string): Promise<void> {
  const ask = async (query: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: Record<string, never> }).data;
  };
  const { createPlugin } = await ask(`mutation { createPlugin(input: { name: "p" }) { plugin { id } secret } }`);
  const { plugin, secret } = createPlugin! as { plugin: { id: string }; secret: string };
  const { createUser } = await ask(`mutation { createUser(input: { nickname: "u" }) { user { id } } }`);
  const { user } = createUser! as { user: { id: string } };
  const { issueAccessToken } = await ask(
    `mutation { issueAccessToken(input: { pluginId: "${plugin.id}", userId: "${user.id}" }) { accessToken } }`,
  );
  const { accessToken } = issueAccessToken! as { accessToken: string };

  const timestamp = Math.floor(Date.now() / 1000);
  const text = `access_token=${accessToken}&plugin_id=${plugin.id}&timestamp=${timestamp}`;
  const sign = createHmac('sha256', secret).update(text).digest('hex');
  const { status } = await fetch(`${url}/baseinfo?${text}&sign=${sign}`);
  if (status !== 200) throw new Error(`The first signed request was answered with ${status}.`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
