import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreateApiKeyDocument, ResetPluginSecretDocument } from '../admin/generated/operations.ts';
import { makeDeveloper } from './builders.ts';
import { memoryLog } from './memoryLog.ts';
import { takeLeaks, watchOutput, watchSecret } from './secretWatch.ts';
import { startTestService, type TestService } from './service.ts';
import { call, signed } from './signedRequest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a secret that was written is found', () => {
  // Each form of it is another one.
  const secret = `${randomBytes(13).toString('base64url')}>>>???"ä`;
  const bytes = Buffer.from(secret);

  it.each([
    ['as it is', secret],
    ['in hex', bytes.toString('hex')],
    ['in base64', bytes.toString('base64')],
    ['in base64url', bytes.toString('base64url')],
    ['URL-encoded', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify({ secret })],
  ])('%s', (form, written) => {
    watchOutput(`before ${written} after`);
    watchSecret(secret);

    expect(takeLeaks()).toEqual([{ form, excerpt: expect.stringMatching(/^before .*\*{5}.* after$/) }]);
    expect(takeLeaks()).toEqual([]);
  });

  it('and nothing that only looks like it', () => {
    watchSecret(secret);
    watchOutput(`${secret.slice(0, -1)} ${randomBytes(16).toString('hex')}`);
    expect(takeLeaks()).toEqual([]);
  });
});

describe('watched without being told to', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('are all that a service makes or is given, and what is sent to it', async () => {
    const developer = await makeDeveloper(service.admin);
    const { pluginId, accessToken } = developer;
    const reset = await service.admin(ResetPluginSecretDocument, { input: { pluginId, overlapSeconds: 60 } });
    const { createApiKey } = await service.admin(CreateApiKeyDocument, { input: { name: 'A key', role: 'VIEWER' } });
    const sent = signed(developer.secret, { plugin_id: pluginId, access_token: accessToken });
    const { body } = await call(service.url, 'GET', '/baseinfo', sent);
    // It has written no secret so far.
    expect(takeLeaks()).toEqual([]);

    const secrets = [
      developer.secret,
      accessToken,
      reset.resetPluginSecret.secret,
      createApiKey.key,
      sent['sign'],
      body.sign,
      service.adminToken,
    ];
    const log = memoryLog([]);
    for (const secret of secrets) log.info({ secret }, 'planted');
    expect(takeLeaks()).toHaveLength(secrets.length);
  });
});

it('a test file that passes fails when a service of it wrote a secret, and is named', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = 'test/support/leaking/vitest.config.ts';
  const { code, text } = await new Promise<{ code: unknown; text: string }>((resolve) => {
    const args = [vitest, 'run', '--root', root, '--config', config];
    execFile(process.execPath, args, { cwd: root, env: { PATH: process.env['PATH'] } }, (error, stdout, stderr) =>
      resolve({ code: error?.code, text: stdout + stderr }),
    );
  });

  expect(code).toBe(1);
  expect(text).toMatch(/A service wrote secrets that \S*leaking\.ts used \(1 times\)/);
  expect(text).toContain('as it is:');
}, 120_000);
