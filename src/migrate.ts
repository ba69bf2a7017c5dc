import { ConfigError, readMigrationUrl } from './config.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { openLog } from './openLog.ts';
import { StartError } from './startError.ts';

/**
 * `npm run migrate`: applies pending migrations to the database of DATABASE_URL with nothing but production
 * dependencies. Ends with 0 when the database has every migration, and with 1, and why, when it does not.
 */
const log = openLog('info');
try {
  const applied = await migrateDatabase(readMigrationUrl(process.env));
  log.info({ applied }, applied.length > 0 ? 'migrations applied' : 'the database already has every migration');
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else if (error instanceof StartError) log.fatal(error.message);
  else log.fatal({ err: error }, 'did not migrate');
  process.exitCode = 1;
}
