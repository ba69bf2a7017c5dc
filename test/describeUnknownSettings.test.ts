import { describe, expect, it } from 'vitest';
import { describeUnknownSettings } from '../src/describeUnknownSettings.ts';

const unknown = (name: string) => `${name} is not a setting of this service and has no effect`;

describe('a name that looks like a setting and is none', () => {
  it.each([
    ['CALLBACK_TIMEOUT', 'CALLBACK_TIMEOUT_S'],
    ['CALLBACK_TIMEOUT_MS', 'CALLBACK_TIMEOUT_S'],
    ['CALLBACK_DELAY_S', 'CALLBACK_DELAYS_S'],
    ['CALLBACK_MAX', 'CALLBACK_MAX_NOTIFICATIONS'],
    ['CALLBACK_CONCURRENCY_PER_PLUGINS', 'CALLBACK_CONCURRENCY_PER_PLUGIN'],
    ['CALLBACK_ALLOWED_NETWORKS', 'CALLBACK_ALLOW_NETWORKS'],
    ['SHUTDOWN_GRACE', 'SHUTDOWN_GRACE_S'],
    ['ADMN_PORT', 'ADMIN_PORT'],
  ])('%s is told of, with what was probably meant: %s', (name, meant) => {
    expect(describeUnknownSettings({ [name]: '1' })).toEqual([`${unknown(name)}; did you mean ${meant}?`]);
  });

  it.each(['CALLBACK_COLOUR', 'METRICS_PORT', 'OPENPLUG_MODE', 'RATE_LIMIT_PER_MOON'])(
    '%s is told of, though nothing is like it',
    (name) => {
      expect(describeUnknownSettings({ [name]: '1' })).toEqual([`${unknown(name)}.`]);
    },
  );

  it('is told of without its value, each by itself', () => {
    const said = describeUnknownSettings({ CALLBACK_SECRET: 'hunter2', CALLBACK_TIMEOUT: '5' });
    expect(said).toHaveLength(2);
    expect(said.join()).not.toContain('hunter2');
  });
});

describe('nothing is said of', () => {
  it.each([
    ['a setting', 'CALLBACK_TIMEOUT_S', '5'],
    ['a setting with a bad value, which is reported elsewhere', 'PORT', 'eighty'],
    ['what everybody has', 'PATH', '/bin'],
    ['a name in lower case', 'npm_config_port', '1'],
    ['a service beside it in Kubernetes', 'REDIS_SERVICE_PORT', '6379'],
    ['its named port', 'REDIS_SERVICE_PORT_MAIN', '6379'],
    ['its address as Docker links tell it', 'REDIS_PORT', 'tcp://10.0.0.7:6379'],
    ['the parts of that', 'OPENPLUG_PORT_3000_TCP_ADDR', '10.0.0.8'],
    ['the port among those', 'OPENPLUG_PORT_3000_TCP_PORT', '3000'],
    ['this service in Kubernetes', 'OPENPLUG_SERVICE_HOST', '10.0.0.8'],
  ])('%s: %s', (_, name, value) => {
    expect(describeUnknownSettings({ [name]: value })).toEqual([]);
  });
});
