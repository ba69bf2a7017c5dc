import { spawnSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settingNames } from '../../src/config/config.ts';
import { describeConfig } from '../../src/config/describeConfig.ts';

const key = Buffer.alloc(32, 7).toString('base64');

/** Returns the settings that a shell has after it has read the lines. */
function sourced(environment: Record<string, string>): Record<string, string> {
  const print = settingNames.map((name) => `printf '%s\\0' "${name}=\${${name}-}"`).join('\n');
  const { stdout, stderr, status } = spawnSync('sh', ['-e', '-u'], {
    input: `${describeConfig(environment)}\n${print}\n`,
    env: {},
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const pairs = stdout.split('\0').slice(0, -1);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

const namesIn = (text: string) => text.split('\n').map((line) => /^(?:# )?(\w+)=/.exec(line)?.[1]);

describe('the configuration that is printed', () => {
  it('has each setting once, with its default, or empty where there is none', () => {
    expect(namesIn(describeConfig({}))).toEqual(settingNames);
    expect(sourced({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: '3000',
      ADMIN_PORT: '',
      DATABASE_URL: '',
      CALLBACK_DELAYS_S: '15,30,60,300,600',
      SWEEP_CRON: '* * * * * *',
      RUN: 'api,sweeper',
    });
  });

  it('has given values as they were given, and nothing that is not ours', () => {
    const given = { PORT: '08080', CALLBACK_DELAYS_S: '1, 2', CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8', RUN: '' };
    expect(sourced({ ...given, PATH: '/bin' })).toMatchObject({ ...given, RUN: 'api,sweeper' });
    expect(describeConfig({ PATH: '/bin' })).not.toContain('PATH=');
  });

  it('is read from an env file as the same configuration', () => {
    const environment = {
      HOST: '::',
      ADMIN_PORT: '0',
      DATA_DIR: '/var/lib/open plug',
      CALLBACK_DELAYS_S: '0.5,1',
      CALLBACK_ALLOW_NETWORKS: '10.0.0.0/8, fd00::/8',
      SWEEP_CRON: '*/5 * * * * *',
      RUN: 'sweeper',
    };
    for (const given of [{}, environment]) {
      expect(readConfig(sourced(given))).toEqual(readConfig(given));
      expect(readConfig(parseEnv(describeConfig(given)) as NodeJS.ProcessEnv)).toEqual(readConfig(given));
    }
  });

  it.each([
    ['ADMIN_TOKEN', 'hunter2-hunter2-hunter2', '***'],
    ['ENCRYPTION_KEY', key, '***'],
    ['ENCRYPTION_KEY', `${key},${Buffer.alloc(32, 8).toString('base64')}`, '***'],
    ['DATABASE_DIRECT_URL', 'postgresql://app:hunter2@db:5432/openplug', 'postgresql://app:***@db:5432/openplug'],
    ['DATABASE_URL', 'postgresql://app:hunter2@db:5432/openplug', 'postgresql://app:***@db:5432/openplug'],
    [
      'DATABASE_URL',
      'postgres://app:a%40hunter2@db/openplug?schema=shop',
      'postgres://app:***@db/openplug?schema=shop',
    ],
    [
      'DATABASE_URL',
      'postgresql://db/openplug?user=app&password=hunter2',
      'postgresql://db/openplug?user=app&password=***',
    ],
    ['DATABASE_URL', 'postgresql://db/openplug?sslpassword=hunter2', 'postgresql://db/openplug?sslpassword=***'],
    ['DATABASE_URL', 'postgresql://app@db/openplug', 'postgresql://app@db/openplug'],
    ['DATABASE_URL', 'postgresql:///openplug?host=/run/postgresql', 'postgresql:///openplug?host=/run/postgresql'],
  ])('has %s without its secrets, and sets none in their place', (name, given, shown) => {
    const keys = { ENCRYPTION_KEY: key, ADMIN_TOKEN: 'admin-token-of-the-tests' };
    const environment = { ...keys, DATABASE_URL: 'postgresql://db/openplug', [name]: given };
    const text = describeConfig(environment);
    const line = text.split('\n').find((each) => each.includes(`${name}=`));
    const isSecret = shown.includes('***');
    if (isSecret) expect(line).toBe(`# ${name}=${shown}`);
    expect(sourced(environment)[name]).toBe(isSecret ? '' : shown);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(key);
  });

  it.each([`/srv/it's/data`, '/srv/$HOME `id` "a" \\ b', '/srv/# no comment', '/srv/a\nPORT=1', '~/data', '***'])(
    'is for a shell what was given: %j',
    (folder) => {
      expect(sourced({ DATA_DIR: folder })).toMatchObject({ DATA_DIR: folder, PORT: '3000' });
    },
  );

  it('is none when there are bad values', () => {
    expect(() => describeConfig({ PORT: 'eighty' })).toThrow(ConfigError);
  });
});
