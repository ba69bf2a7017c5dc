import { isIP } from 'node:net';
import { validate } from 'node-cron';
import { z } from 'zod';
import { networksOf, type Networks } from '../rules/callbacks/callableAddress.ts';
import { problemOfDatabaseUrl } from './databaseUrl.ts';
import { readEncryptionKeys, type EncryptionKeys } from './encryptionKeys.ts';
import { describeTimeZoneProblem } from './timeZone.ts';

/** The effective configuration. Units are in the names; absent optional values are undefined. */
export type Config = z.infer<typeof schema>;

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the environment; throws a ConfigError with every bad value and what was expected. An empty value is an absent one. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(values);
  const problems = (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
  // Not a refinement of the schema: zod checks refinements only when every single value is good.
  if (values['DATABASE_URL'] && !values['ENCRYPTION_KEY']) {
    problems.push(
      'ENCRYPTION_KEY: required with DATABASE_URL: 32 bytes in base64, the same in every process on that database',
    );
  }
  // If each process made its own token, a token would be good in one of them only.
  if (values['DATABASE_URL'] && !values['ADMIN_TOKEN']) {
    problems.push(
      'ADMIN_TOKEN: required with DATABASE_URL: at least 16 visible ASCII characters, the same in every process on that database',
    );
  }
  if (values['DATABASE_DIRECT_URL'] && !values['DATABASE_URL']) {
    problems.push('DATABASE_DIRECT_URL: expected beside DATABASE_URL, as another way to the same database');
  }
  const { PORT: port = String(defaultPort), ADMIN_PORT: adminPort } = values;
  if (adminPort !== undefined && Number(adminPort) === Number(port) && Number(port) !== 0) {
    problems.push('ADMIN_PORT: expected another port than PORT; leave it out to have staff share PORT');
  }
  const { SHUTDOWN_GRACE_S: graceS = String(defaultGraceS), SHUTDOWN_DRAIN_S: drainS = '0' } = values;
  if (Number(drainS) > Number(graceS)) {
    problems.push(`SHUTDOWN_DRAIN_S: expected at most the ${graceS} of SHUTDOWN_GRACE_S, of which it is a part`);
  }
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return result.data;
}

const defaultPort = 3000;
const defaultGraceS = 15;

/** Returns the URL of the database to migrate, past a pooler if there is such a way. Throws like `readConfig`. */
export function readMigrationUrl(environment: NodeJS.ProcessEnv): { name: DatabaseUrlName; url: string } {
  const name = environment['DATABASE_DIRECT_URL'] ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const url = environment[name];
  if (!url) {
    throw new ConfigError([
      'DATABASE_URL: required; the service migrates its embedded database itself, when it starts',
    ]);
  }
  const { error } = schema.shape[name].safeParse(url);
  if (error) throw new ConfigError(error.issues.map(({ message }) => `${name}: ${message}`));
  return { name, url };
}

export type DatabaseUrlName = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(defaultPort),
  /** Absent: the staff's paths are served on PORT. */
  ADMIN_PORT: wholeNumber(0, 65_535).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl().optional(),
  /** A way past a pooler, to the server itself, for connections that need a session for themselves. */
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_ADMIN_POOL_SIZE: wholeNumber(1, 1000).default(5),
  ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 visible ASCII characters, without spaces')
    .optional(),
  ENCRYPTION_KEY: z.string().transform(readKeys).optional(),
  PLATFORM_TIMEZONE: z.string().superRefine(requireTimeZone).default('Asia/Shanghai'),
  ACCESS_TOKEN_TTL_S: wholeNumber(1, 366 * 24 * 60 * 60).default(7200),
  REQUEST_TOLERANCE_S: wholeNumber(1, 24 * 60 * 60).default(600),
  CALLBACK_DELAYS_S: z.string().transform(readDelays).default([15, 30, 60, 300, 600]),
  CALLBACK_MAX_NOTIFICATIONS: wholeNumber(1, 100).default(5),
  CALLBACK_TIMEOUT_S: z.string().transform(readSeconds).default(10),
  /**
   * A worker's claim on a delivery lasts CALLBACK_TIMEOUT_S and this long; when it died, the others wait for that. Another
   * process takes claims that are ten minutes longer than its own for those of a wrong clock.
   */
  CALLBACK_LEASE_MARGIN_S: z.string().transform(readMargin).default(30),
  CALLBACK_CONCURRENCY: wholeNumber(1, 100_000).default(2000),
  CALLBACK_CONCURRENCY_PER_PLUGIN: wholeNumber(1, 100_000).default(10),
  CALLBACK_ALLOW_NETWORKS: z.string().transform(readNetworks).optional(),
  /** Takes precedence over CALLBACK_ALLOW_NETWORKS. */
  CALLBACK_REFUSE_NETWORKS: z.string().transform(readNetworks).optional(),
  SWEEP_CRON: z
    .string()
    .refine(validate, 'expected a cron expression, such as * * * * * * for each second')
    .default('* * * * * *'),
  RETENTION_DAYS: wholeNumber(1, 36_500).default(90),
  RUN: z.string().transform(readDoors).default(['api', 'sweeper']),
  SHUTDOWN_GRACE_S: z.string().transform(readSeconds).default(defaultGraceS),
  /** Time in which the process still serves and /readyz fails, so that load balancers notice. It is part of the grace. */
  SHUTDOWN_DRAIN_S: z.string().transform(readSecondsOrNone).default(0),
  /** Absent: nobody is trusted, and X-Forwarded-For is not read. */
  TRUST_PROXY: z.string().transform(readTrustedProxies).optional(),
  REST_CONCURRENCY_PER_PLUGIN: wholeNumber(1, 1000).default(2),
  /** A second, ten seconds' worth at once; 0: any number. */
  RATE_LIMIT_PER_PLUGIN: wholeNumber(0, 1_000_000).default(1000),
  RATE_LIMIT_PER_ADDRESS: wholeNumber(0, 1_000_000).default(2000),
  /** A minute; 0: any number. */
  RATE_LIMIT_FAILURES: wholeNumber(0, 1_000_000).default(600),
  /** Open at once on a port; 0: any number. */
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(1000),
  /** Time that a connection may be idle between two requests: longer than any proxy in front keeps it. */
  KEEP_ALIVE_TIMEOUT_S: wholeNumber(1, 3600).default(65),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'expected one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  /** The form of the field `level`: the numbers of pino, or its words. */
  LOG_LEVEL_FORMAT: z.enum(['number', 'word'], { error: 'expected number or word' }).default('number'),
});

/** The names of the settings, in the order in which people read them. */
export const settingNames = Object.keys(schema.shape) as (keyof Config)[];

function wholeNumber(min: number, max: number) {
  const expected = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

/** Decimals are allowed, up to a day. */
function readSeconds(text: string, context: z.RefinementCtx): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400) {
    context.addIssue({ code: 'custom', message: 'expected seconds, above 0 and up to 86400, such as 10 or 0.5' });
  }
  return seconds;
}

/** An attempt is sent a while after its claim, and the rest of the lease must then suffice for the timeout. */
function readMargin(text: string, context: z.RefinementCtx): number {
  if (Number(text) < 1) {
    context.addIssue({ code: 'custom', message: 'expected seconds, from 1 to 86400, such as 10 or 2.5' });
    return z.NEVER;
  }
  return readSeconds(text, context);
}

function readSecondsOrNone(text: string, context: z.RefinementCtx): number {
  return /^0(\.0+)?$/.test(text) ? 0 : readSeconds(text, context);
}

function readDelays(text: string, context: z.RefinementCtx): number[] {
  return text.split(',').map((part) => readSeconds(part.trim(), context));
}

/** A scope means something on one machine only, and some programs read a prefix that begins with 0 as another number. */
const networksForm = 'networks such as 127.0.0.0/8,fd00::/8, without scopes (%eth0) or leading zeros';

function readNetworks(text: string, context: z.RefinementCtx): Networks {
  const networks = networksOf(text.split(',').map((part) => part.trim()));
  if (networks) return networks;
  context.addIssue({ code: 'custom', message: `expected ${networksForm}` });
  return z.NEVER;
}

/** Accepts what Express's `trust proxy` accepts, except its ways to trust any text that a caller writes. */
function readTrustedProxies(text: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const proxies = text.split(',').map((part) => part.trim());
  if (proxies.every(isProxy)) return proxies;
  const expected =
    'expected the trusted proxies, such as 10.0.0.0/8,loopback, or the number of them in a row; to trust anybody would ' +
    'let callers choose their address';
  context.addIssue({ code: 'custom', message: expected });
  return z.NEVER;
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  // An IPv4 address is written as IPv4 here. Express knows no scopes and no network of all addresses.
  if (/^::ffff:|%|\/0+$/i.test(text)) return false;
  return isIP(text) > 0 || networksOf([text]) !== undefined;
}

function readDoors(text: string, context: z.RefinementCtx): ('api' | 'sweeper')[] {
  const doors = text.split(',').map((part) => part.trim());
  const known = (['api', 'sweeper'] as const).filter((door) => doors.includes(door));
  if (known.length === 0 || known.length !== doors.length) {
    context.addIssue({ code: 'custom', message: 'expected api, sweeper, or api,sweeper' });
  }
  return known;
}

function readKeys(text: string, context: z.RefinementCtx): EncryptionKeys {
  const read = readEncryptionKeys(text.split(/ *, */));
  if ('keys' in read) return read.keys;
  for (const message of read.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function databaseUrl() {
  return z.string().superRefine((text, context) => {
    const message = problemOfDatabaseUrl(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

function requireTimeZone(name: string, context: z.RefinementCtx): void {
  const message = describeTimeZoneProblem(name);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}
