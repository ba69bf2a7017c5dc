import { parseArgs } from 'node:util';
import { ConfigError, readMigrationUrl } from '../config/config.ts';
import { openLog } from '../log/openLog.ts';
import { databaseFailure } from '../service/databaseFailure.ts';
import { migrateDatabase } from '../service/migrateDatabase.ts';
import { StartError } from '../service/startError.ts';

const usage = `Usage: npm run migrate (in a container: node dist/migrate.js)

Applies the migrations that the database of DATABASE_URL lacks. It takes no arguments.`;

/**
 * Migrates the database of DATABASE_URL with nothing but production dependencies. The exit code is 0 when the database has
 * every migration, and 1, with the reason, when it does not. Logs the warnings.
 */
export async function runMigrateCommand(environment: NodeJS.ProcessEnv, warnings: readonly string[]): Promise<void> {
  refuseArguments();
  const log = openLog('info');
  for (const warning of warnings) log.warn(warning);
  try {
    const { name, url } = readMigrationUrl(environment);
    const applied = await migrateDatabase(url).catch((error: unknown) => {
      throw databaseFailure(error, name, url);
    });
    log.info({ applied }, applied.length > 0 ? 'migrations applied' : 'the database already has every migration');
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.message);
    else if (error instanceof StartError) log.fatal(error.message);
    else log.fatal({ err: error }, 'did not migrate');
    process.exitCode = 1;
  }
}

function refuseArguments(): void {
  try {
    parseArgs();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
