import { z } from 'zod';
import { callbackSettings } from './callbackSettings.ts';
import { databaseSettings } from './databaseSettings.ts';
import { encryptionSettings } from './encryptionSettings.ts';
import { limitSettings } from './limitSettings.ts';
import { defaultGraceS, defaultPort, processSettings } from './processSettings.ts';
import { signedRequestSettings } from './signedRequestSettings.ts';
import { staffSettings } from './staffSettings.ts';

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
  // If each process made its own token, a token would be valid in only one of them.
  if (values['DATABASE_URL'] && !values['ADMIN_TOKEN']) {
    problems.push(
      'ADMIN_TOKEN: required with DATABASE_URL: 16 to 1,024 visible ASCII characters, the same in every process on ' +
        'that database',
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
  ...processSettings,
  ...databaseSettings,
  ...staffSettings,
  ...encryptionSettings,
  ...signedRequestSettings,
  ...callbackSettings,
  ...limitSettings,
});

/** The names of the settings, in the order in which people read them. */
export const settingNames = Object.keys(schema.shape) as (keyof Config)[];
