import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { describeExposure, describeUnknownSettings } from '../../src/config/settingWarnings.ts';

describe("the staff's paths on the developers' port", () => {
  it.each(['0.0.0.0', '::', '203.0.113.7', '10.0.0.5', '2001:db8::1', 'api.internal'])(
    'are warned of, in one sentence that names ADMIN_PORT, with HOST %s',
    (host) => {
      expect(describeExposure(readConfig({ HOST: host }))).toBe(
        `HOST ${host} is reached from other machines, and without ADMIN_PORT so are the staff's paths (/graphql, /metrics), ` +
          "on the developers' port: set ADMIN_PORT to a port that only staff can reach.",
      );
    },
  );

  it.each<Record<string, string>>([
    {},
    { HOST: '127.0.0.1' },
    { HOST: '127.1.2.3' },
    { HOST: '::1' },
    { HOST: '::ffff:127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '0.0.0.0', ADMIN_PORT: '3001' },
    { HOST: '0.0.0.0', RUN: 'sweeper' },
  ])('are no matter with %j', (environment) => {
    expect(describeExposure(readConfig(environment))).toBeUndefined();
  });
});

describe('a name that begins as settings do', () => {
  it.each(['CALLBACK_TIMEOUT', 'CALLBACK_COLOUR', 'RATE_LIMIT_PER_MOON', 'SHUTDOWN_GRACE'])(
    '%s is reported when it is none, without its value',
    (name) => {
      expect(describeUnknownSettings({ [name]: 'hunter2' })).toEqual([
        `${name} is not a setting of this service and has no effect.`,
      ]);
    },
  );

  it.each(['CALLBACK_TIMEOUT_S', 'PORT', 'PATH', 'npm_config_port', 'REDIS_PORT', 'OTEL_LOG_LEVEL', 'DATABASE_NAME'])(
    '%s is a setting, or of another program',
    (name) => {
      expect(describeUnknownSettings({ [name]: '1' })).toEqual([]);
    },
  );
});
