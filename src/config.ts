import { z } from 'zod';

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
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
}

const schema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'expected postgresql://user:password@host:port/database')
      .optional(),
    ADMIN_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 visible ASCII characters, without spaces')
      .optional(),
    ENCRYPTION_KEY: z.string().transform(readKey).optional(),
    PLATFORM_TIMEZONE: z
      .string()
      .refine(isTimeZone, 'expected an IANA time zone, such as Asia/Shanghai')
      .default('Asia/Shanghai'),
    ACCESS_TOKEN_TTL_S: wholeNumber(1, 366 * 24 * 60 * 60).default(7200),
    REQUEST_TOLERANCE_S: wholeNumber(1, 24 * 60 * 60).default(600),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'expected one of fatal, error, warn, info, debug, trace, silent',
      })
      .default('info'),
  })
  .superRefine(({ DATABASE_URL, ENCRYPTION_KEY }, context) => {
    if (DATABASE_URL && !ENCRYPTION_KEY) {
      const message = 'required with DATABASE_URL: 32 bytes in base64, the same in every process on that database';
      context.addIssue({ code: 'custom', path: ['ENCRYPTION_KEY'], message });
    }
  });

function wholeNumber(min: number, max: number) {
  const expected = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

function readKey(text: string, context: z.RefinementCtx): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32 || key.toString('base64') !== text) {
    context.addIssue({
      code: 'custom',
      message: 'expected 32 bytes in base64, as `openssl rand -base64 32` makes them',
    });
  }
  return key;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
