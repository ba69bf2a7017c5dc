import { describe, expect, it } from 'vitest';
import { describeUnknownSettings } from '../../src/config/describeUnknownSettings.ts';

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
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['DATABASE_DIRECTURL', 'DATABASE_DIRECT_URL'],
    ['DATABASE_DIRECT', 'DATABASE_DIRECT_URL'],
    ['DATABASE_POOLSIZE', 'DATABASE_POOL_SIZE'],
    ['DATABASE_POOL', 'DATABASE_POOL_SIZE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['RETENTION_DAY', 'RETENTION_DAYS'],
    ['SWEEP_CRN', 'SWEEP_CRON'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['ADMIN_TOKN', 'ADMIN_TOKEN'],
    ['ACCESS_TOKEN_TTL', 'ACCESS_TOKEN_TTL_S'],
    ['REQUEST_TOLERANCE', 'REQUEST_TOLERANCE_S'],
    ['PLATFORM_TIME_ZONE', 'PLATFORM_TIMEZONE'],
  ])('%s is told of, with what was probably meant: %s', (name, meant) => {
    expect(describeUnknownSettings({ [name]: '1' })).toEqual([`${unknown(name)}; did you mean ${meant}?`]);
  });

  it.each(['CALLBACK_COLOUR', 'METRICS_PORT', 'HTTP_PORT', 'DATABASE_PORT', 'OPENPLUG_MODE', 'RATE_LIMIT_PER_MOON'])(
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
    ['an access token of something else', 'ACCESS_TOKEN', 'abc'],
    ['a folder of something else', 'JAVA_DIR', '/usr/lib/jvm'],
    ['the database of something else', 'POSTGRES_URL', 'postgresql://127.0.0.1/other'],
  ])('%s: %s', (_, name, value) => {
    expect(describeUnknownSettings({ [name]: value })).toEqual([]);
  });

  it.each([
    [
      'a shell',
      'HOME HOSTNAME HOSTTYPE LANG LC_ALL LOGNAME MAIL OLDPWD PATH PWD SHELL SHLVL TERM TZ USER XDG_DATA_DIRS _',
    ],
    [
      'npm',
      'INIT_CWD NODE NODE_ENV NODE_OPTIONS npm_config_loglevel npm_config_port npm_lifecycle_event npm_package_name',
    ],
    ['OpenTelemetry', 'OTEL_EXPORTER_OTLP_ENDPOINT OTEL_LOG_LEVEL OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER'],
    ['PostgreSQL', 'PGDATA PGHOST PGPORT PGUSER POSTGRES_DB POSTGRES_HOST POSTGRES_PASSWORD POSTGRES_USER'],
    ['a database given in parts', 'DATABASE_HOST DATABASE_NAME DATABASE_PASSWORD DATABASE_USER DB_URL'],
    ['proxies', 'ALL_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY'],
    ['a build', 'BUILD_ID CI CI_JOB_TOKEN DEBUG GITHUB_TOKEN GIT_COMMIT RUNNER_OS RUN_ID'],
    ['a cloud', 'AWS_ACCESS_KEY_ID AWS_REGION AWS_SESSION_TOKEN DYNO FUNCTION_NAME INSTANCE_ID K_SERVICE VERSION'],
    ['other programs', 'API_KEY API_TOKEN JAVA_HOME LOG_FILE LOG_FORMAT SECRET_KEY'],
  ])('the variables of %s', (_, names) => {
    const environment = Object.fromEntries(names.split(' ').map((name) => [name, '1']));
    expect(describeUnknownSettings(environment)).toEqual([]);
  });
});
