import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const otherKey = Buffer.alloc(32, 8).toString('base64');
const keys = { ENCRYPTION_KEY: key, ADMIN_TOKEN: 'admin-token-of-the-tests' };
const database = 'postgresql://user:password@db.example.com:5432/openplug';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('without any variable', () => {
  const defaults = {
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    PLATFORM_TIMEZONE: 'Asia/Shanghai',
    SESSION_IDLE_S: 3600,
    SESSION_LIFETIME_S: 43_200,
    ACCESS_TOKEN_TTL_S: 7200,
    REQUEST_TOLERANCE_S: 600,
    CALLBACK_DELAYS_S: [15, 30, 60, 300, 600],
    CALLBACK_MAX_NOTIFICATIONS: 5,
    CALLBACK_TIMEOUT_S: 10,
    SHUTDOWN_GRACE_S: 15,
    SHUTDOWN_DRAIN_S: 0,
    REST_CONCURRENCY_PER_PLUGIN: 2,
    RATE_LIMIT_PER_PLUGIN: 1000,
    RATE_LIMIT_PER_ADDRESS: 2000,
    RATE_LIMIT_FAILURES: 600,
    SWEEP_CRON: '* * * * * *',
    RUN: ['api', 'sweeper'],
    LOG_LEVEL: 'info',
    LOG_LEVEL_FORMAT: 'number',
  };
  it('the defaults hold', () => {
    expect(readConfig({})).toMatchObject(defaults);
    expect(readConfig({})).not.toHaveProperty('DATABASE_URL');
    expect(readConfig({})).not.toHaveProperty('ADMIN_TOKEN');
    expect(readConfig({})).not.toHaveProperty('ENCRYPTION_KEY');
  });

  it('an empty value is an absent one, and variables of others do not matter', () => {
    const names = [
      ...Object.keys(defaults),
      'DATABASE_URL',
      'ADMIN_TOKEN',
      'ENCRYPTION_KEY',
      'CALLBACK_ALLOW_NETWORKS',
      'CALLBACK_REFUSE_NETWORKS',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig({ ...empty, PATH: '/usr/bin', port: 'x' })).toEqual(readConfig({}));
  });
});

describe('good values', () => {
  it.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['ADMIN_PORT', '0', 0],
    ['ADMIN_PORT', '3001', 3001],
    ['HOST', '::', '::'],
    ['DATA_DIR', '/var/lib/openplug', '/var/lib/openplug'],
    ['ADMIN_TOKEN', '0123456789abcdef', '0123456789abcdef'],
    ['ADMIN_TOKEN', 'x'.repeat(1024), 'x'.repeat(1024)],
    ['ADMIN_TOKEN', '!"#$%&/()=?*+~-_', '!"#$%&/()=?*+~-_'],
    ['DATABASE_POOL_SIZE', '1', 1],
    ['DATABASE_ADMIN_POOL_SIZE', '1000', 1000],
    ['ENCRYPTION_KEY', key, [Buffer.alloc(32, 7)]],
    ['ENCRYPTION_KEY', `${otherKey},${key}`, [Buffer.alloc(32, 8), Buffer.alloc(32, 7)]],
    ['ENCRYPTION_KEY', `${otherKey} , ${key}`, [Buffer.alloc(32, 8), Buffer.alloc(32, 7)]],
    ['PLATFORM_TIMEZONE', 'UTC', 'UTC'],
    ['PLATFORM_TIMEZONE', 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['ACCESS_TOKEN_TTL_S', '1', 1],
    ['REQUEST_TOLERANCE_S', '86400', 86_400],
    ['CALLBACK_DELAYS_S', '0.5', [0.5]],
    ['CALLBACK_DELAYS_S', '1, 2.25 ,86400', [1, 2.25, 86_400]],
    ['CALLBACK_MAX_NOTIFICATIONS', '1', 1],
    ['CALLBACK_TIMEOUT_S', '0.25', 0.25],
    ['CALLBACK_LEASE_MARGIN_S', '1', 1],
    ['CALLBACK_LEASE_MARGIN_S', '1.5', 1.5],
    ['CALLBACK_CONCURRENCY', '1', 1],
    ['CALLBACK_CONCURRENCY_PER_PLUGIN', '7', 7],
    ['SHUTDOWN_GRACE_S', '0.5', 0.5],
    ['SHUTDOWN_DRAIN_S', '0', 0],
    ['SHUTDOWN_DRAIN_S', '5', 5],
    ['TRUST_PROXY', '0', 0],
    ['TRUST_PROXY', '2', 2],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,fd00::/8 ,192.0.2.1', ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
    ['REST_CONCURRENCY_PER_PLUGIN', '1', 1],
    ['RATE_LIMIT_PER_PLUGIN', '0', 0],
    ['RATE_LIMIT_FAILURES', '10', 10],
    ['SWEEP_CRON', '*/5 * * * * *', '*/5 * * * * *'],
    ['RUN', 'api', ['api']],
    ['RUN', 'sweeper', ['sweeper']],
    ['RUN', 'sweeper, api', ['api', 'sweeper']],
    ['LOG_LEVEL', 'silent', 'silent'],
    ['LOG_LEVEL_FORMAT', 'word', 'word'],
  ])('%s=%s is taken', (name, given, read) => {
    expect(readConfig({ [name]: given })).toMatchObject({ [name]: read });
  });

  it.each([
    database,
    'postgres://localhost/openplug',
    'postgresql:///openplug?host=/var/run/postgresql',
    'postgresql://user@[::1]:5433/openplug?sslmode=require&schema=shop',
    'postgresql://user:p%23a%2Fs%3Fs@localhost/openplug?application_name=a@b',
    'postgresql://localhost/openplug?user=a&password=b@c',
    'postgresql:///openplug?host=/var/run/postgresql&user=a@b',
  ])('DATABASE_URL=%s is taken, with the keys', (url) => {
    expect(readConfig({ DATABASE_URL: url, ...keys })).toMatchObject({ DATABASE_URL: url });
  });
});

describe('the networks that callbacks may go to, and may not go to', () => {
  const names = ['CALLBACK_ALLOW_NETWORKS', 'CALLBACK_REFUSE_NETWORKS'] as const;
  it.each(names)('are those of the list %s, and no others', (name) => {
    const networks = readConfig({ [name]: '127.0.0.0/8, fd00::/8' })[name];
    const isListed = (address: string, family: 'ipv4' | 'ipv6') => networks?.[family].check(address, family);
    expect([isListed('127.9.9.9', 'ipv4'), isListed('fd12::1', 'ipv6')]).toEqual([true, true]);
    expect([isListed('128.0.0.1', 'ipv4'), isListed('fe80::1', 'ipv6')]).toEqual([false, false]);
  });
});

describe('bad values', () => {
  const networksForm = 'networks such as 127.0.0.0/8,fd00::/8, without scopes (%eth0) or leading zeros';
  it.each([
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '80.5', 'a whole number from 0 to 65535'],
    ['PORT', '0x50', 'a whole number from 0 to 65535'],
    ['PORT', '1e3', 'a whole number from 0 to 65535'],
    ['PORT', ' 80', 'a whole number from 0 to 65535'],
    ['PORT', 'eighty', 'a whole number from 0 to 65535'],
    ['ADMIN_PORT', '65536', 'a whole number from 0 to 65535'],
    ['ADMIN_PORT', '3000', 'another port than PORT; leave it out to have staff share PORT'],
    ['ADMIN_TOKEN', '0123456789abcde', '16 to 1,024 visible ASCII characters, without spaces'],
    ['ADMIN_TOKEN', 'x'.repeat(1025), '16 to 1,024 visible ASCII characters, without spaces'],
    ['ADMIN_TOKEN', '0123456789 abcdef', '16 to 1,024 visible ASCII characters, without spaces'],
    ['ADMIN_TOKEN', '0123456789abcdef\n', '16 to 1,024 visible ASCII characters, without spaces'],
    ['ADMIN_TOKEN', '会员会员会员会员会员会员会员会员', '16 to 1,024 visible ASCII characters, without spaces'],
    ['ENCRYPTION_KEY', 'secret', '32 bytes in base64, as `openssl rand -base64 32` makes them'],
    ['ENCRYPTION_KEY', '07'.repeat(32), '32 bytes in base64, as `openssl rand -base64 32` makes them'],
    [
      'ENCRYPTION_KEY',
      Buffer.alloc(31).toString('base64'),
      '32 bytes in base64, as `openssl rand -base64 32` makes them',
    ],
    [
      'ENCRYPTION_KEY',
      Buffer.alloc(33).toString('base64'),
      '32 bytes in base64, as `openssl rand -base64 32` makes them',
    ],
    ['ENCRYPTION_KEY', `${key}\n`, '32 bytes in base64, as `openssl rand -base64 32` makes them'],
    ['DATABASE_POOL_SIZE', '0', 'a whole number from 1 to 1000'],
    ['DATABASE_ADMIN_POOL_SIZE', '1001', 'a whole number from 1 to 1000'],
    ['PLATFORM_TIMEZONE', 'CST', 'an IANA time zone named for a place, such as Asia/Shanghai, or UTC'],
    ['ACCESS_TOKEN_TTL_S', '0', 'a whole number from 1 to 31622400'],
    ['ACCESS_TOKEN_TTL_S', '2h', 'a whole number from 1 to 31622400'],
    ['REQUEST_TOLERANCE_S', '0', 'a whole number from 1 to 86400'],
    ['REQUEST_TOLERANCE_S', '86401', 'a whole number from 1 to 86400'],
    ['CALLBACK_DELAYS_S', '15,,30', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['CALLBACK_DELAYS_S', '15,-30', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['CALLBACK_MAX_NOTIFICATIONS', '0', 'a whole number from 1 to 100'],
    ['CALLBACK_TIMEOUT_S', '0', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['CALLBACK_TIMEOUT_S', '1e3', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['CALLBACK_LEASE_MARGIN_S', '0', 'seconds, from 1 to 86400, such as 10 or 2.5'],
    ['CALLBACK_LEASE_MARGIN_S', '0.999', 'seconds, from 1 to 86400, such as 10 or 2.5'],
    ['CALLBACK_LEASE_MARGIN_S', '86401', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['CALLBACK_CONCURRENCY', '0', 'a whole number from 1 to 100000'],
    ['CALLBACK_CONCURRENCY_PER_PLUGIN', 'all', 'a whole number from 1 to 100000'],
    ['CALLBACK_ALLOW_NETWORKS', 'fe80::1%eth0/64', networksForm],
    ['CALLBACK_REFUSE_NETWORKS', '93.184.216.34', networksForm],
    ['SHUTDOWN_GRACE_S', '0', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['SHUTDOWN_DRAIN_S', '-1', 'seconds, above 0 and up to 86400, such as 10 or 0.5'],
    ['SWEEP_CRON', 'every second', 'a cron expression, such as * * * * * * for each second'],
    ['SWEEP_CRON', '* * * * * 99', 'a cron expression, such as * * * * * * for each second'],
    ['RUN', 'apis', 'api, sweeper, or api,sweeper'],
    ['RUN', 'api,sweeper,', 'api, sweeper, or api,sweeper'],
    ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['LOG_LEVEL_FORMAT', 'text', 'number or word'],
  ])('%s=%j is refused', (name, given, expected) => {
    expect(problemsOf({ [name]: given })).toEqual([`${name}: expected ${expected}`]);
  });

  it.each([
    'true',
    '*',
    '-1',
    '1.5',
    '100',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0',
    'loopback,',
    'proxy.example',
  ])('TRUST_PROXY=%s is refused, with the reason', (given) => {
    expect(problemsOf({ TRUST_PROXY: given })).toEqual([
      'TRUST_PROXY: expected the trusted proxies, such as 10.0.0.0/8,loopback, or the number of them in a row; to ' +
        'trust anybody would let callers choose their address',
    ]);
  });

  it.each(['mysql://localhost/openplug', 'localhost:5432', 'postgresql://', 'postgresql://localhost:99999/openplug'])(
    'DATABASE_URL=%s is refused',
    (url) => {
      expect(problemsOf({ DATABASE_URL: url, ...keys })).toEqual([
        'DATABASE_URL: expected postgresql://user:password@host:port/database',
      ]);
    },
  );

  it.each(['pass#word', 'pass/word', 'pass?word', '12#34', '12/34', '12?34', '1?user:2'])(
    'a password %s that is written as it is in DATABASE_URL is refused, with how it is written',
    (password) => {
      const url = `postgresql://user:${password}@localhost:5432/openplug`;
      const [problem, ...others] = problemsOf({ DATABASE_URL: url, ...keys });
      expect(others).toEqual([]);
      expect(problem).toBe(
        'DATABASE_URL: expected postgresql://user:password@host:port/database; in a password # is written %23, / %2F, ' +
          '? %3F, @ %40 and % %25',
      );
    },
  );

  it.each([{}, { ENCRYPTION_KEY: '', ADMIN_TOKEN: '' }])('DATABASE_URL requires both keys (%o)', (given) => {
    const everywhere = 'the same in every process on that database';
    expect(problemsOf({ DATABASE_URL: database, ...given })).toEqual([
      `ENCRYPTION_KEY: required with DATABASE_URL: 32 bytes in base64, ${everywhere}`,
      `ADMIN_TOKEN: required with DATABASE_URL: 16 to 1,024 visible ASCII characters, ${everywhere}`,
    ]);
  });

  it.each([
    [`${key},secret`, ['key 2 of 2: expected 32 bytes in base64, as `openssl rand -base64 32` makes them']],
    [`${key},`, ['key 2 of 2: expected 32 bytes in base64, as `openssl rand -base64 32` makes them']],
    [`${key},${otherKey},${key}`, ['key 3 of 3: expected another one than key 1']],
    [
      `secret,${key},${key}`,
      [
        'key 1 of 3: expected 32 bytes in base64, as `openssl rand -base64 32` makes them',
        'key 3 of 3: expected another one than key 2',
      ],
    ],
  ])('of several keys, each bad one is named by its place (%#)', (given, problems) => {
    expect(problemsOf({ ENCRYPTION_KEY: given })).toEqual(problems.map((problem) => `ENCRYPTION_KEY: ${problem}`));
  });

  it('a direct way to the database needs the other one', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: database })).toEqual([
      'DATABASE_DIRECT_URL: expected beside DATABASE_URL, as another way to the same database',
    ]);
    expect(problemsOf({ DATABASE_DIRECT_URL: database, DATABASE_URL: database, ...keys })).toEqual([]);
  });

  it('staff cannot have the port that developers have, however it is written', () => {
    const expected = ['ADMIN_PORT: expected another port than PORT; leave it out to have staff share PORT'];
    expect(problemsOf({ PORT: '8080', ADMIN_PORT: '08080' })).toEqual(expected);
    expect(problemsOf({ PORT: '8080', ADMIN_PORT: '3000' })).toEqual([]);
    expect(problemsOf({ PORT: '0', ADMIN_PORT: '0' })).toEqual([]);
  });

  it('what drains cannot take longer than the grace it is a part of', () => {
    expect(problemsOf({ SHUTDOWN_DRAIN_S: '15.5' })).toEqual([
      'SHUTDOWN_DRAIN_S: expected at most the 15 of SHUTDOWN_GRACE_S, of which it is a part',
    ]);
    expect(problemsOf({ SHUTDOWN_DRAIN_S: '10', SHUTDOWN_GRACE_S: '9' })).toEqual([
      'SHUTDOWN_DRAIN_S: expected at most the 9 of SHUTDOWN_GRACE_S, of which it is a part',
    ]);
    expect(problemsOf({ SHUTDOWN_DRAIN_S: '20', SHUTDOWN_GRACE_S: '20.0' })).toEqual([]);
  });

  it('are all reported at once, a missing key among them', () => {
    const environment = { PORT: 'x', LOG_LEVEL: 'x', ADMIN_TOKEN: 'x', PLATFORM_TIMEZONE: 'x', DATABASE_URL: database };
    const names = problemsOf(environment).map((problem) => problem.split(':')[0]);
    expect(names.toSorted()).toEqual(['ADMIN_TOKEN', 'ENCRYPTION_KEY', 'LOG_LEVEL', 'PLATFORM_TIMEZONE', 'PORT']);
  });

  it('are not repeated where they could be secrets', () => {
    const environment = { ADMIN_TOKEN: 'hunter2', ENCRYPTION_KEY: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db/' };
    expect(problemsOf(environment)).toHaveLength(3);
    expect(problemsOf(environment).join()).not.toContain('hunter2');
  });

  it('come in an error that a person can read', () => {
    expect(new ConfigError(['PORT: expected a port', 'HOST: expected a host']).message).toBe(
      'The configuration is not valid:\n  PORT: expected a port\n  HOST: expected a host',
    );
  });
});
