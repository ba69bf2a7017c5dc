import { ConfigError, readMigrationUrl } from './config.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { openLog } from './openLog.ts';
import { StartError } from './startError.ts';

/**
 * Applies pending migrations to the database of DATABASE_URL with nothing but production dependencies. The exit code is 0
 * when the database has every migration, and 1, with the reason, when it does not. Calls `onChange` before it changes anything.
 */
export async function runMigrateCommand(environment: NodeJS.ProcessEnv, onChange: () => void): Promise<void> {
  const log = openLog('info');
  try {
    const applied = await migrateDatabase(readMigrationUrl(environment), onChange);
    log.info({ applied }, applied.length > 0 ? 'migrations applied' : 'the database already has every migration');
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.message);
    else if (error instanceof StartError) log.fatal(error.message);
    else log.fatal({ err: error }, 'did not migrate');
    process.exitCode = 1;
  }
}
