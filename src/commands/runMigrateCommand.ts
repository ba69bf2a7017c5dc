import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { ConfigError, readMigrationUrl } from '../config/config.ts';
import { openLog } from '../log/openLog.ts';
import { packageFiles } from '../packageFiles.ts';
import { databaseFailure } from '../service/databaseFailure.ts';
import { migrateDatabase } from '../service/migrateDatabase.ts';
import { StartError } from '../service/startError.ts';
import { markApplied, markRolledBack } from '../store/migrations/resolveMigration.ts';
import { SchemaEngineFailure } from '../store/migrations/schemaEngineFailure.ts';
import { keepsSession } from '../store/database/sessions.ts';

const usage = `Usage: npm run migrate [-- --rolled-back NAME | --applied NAME]
In a container: node dist/migrate.js [--rolled-back NAME | --applied NAME]

  (nothing)            apply what the database lacks
  --rolled-back NAME   the migration NAME did not finish, and nothing of it is there: have it applied again
  --applied NAME       the migration NAME did not finish, but all of it is there: go on after it`;

/**
 * Migrates the database of DATABASE_URL with nothing but production dependencies, or notes what became of a migration.
 * The exit code is 0 when that is done, and 1, with the reason, when it is not. Logs the warnings. Calls `onChange` before
 * it changes anything.
 */
export async function runMigrateCommand(
  environment: NodeJS.ProcessEnv,
  warnings: readonly string[],
  onChange: () => void,
): Promise<void> {
  const given = readArgumentsOrExit();
  const log = openLog('info');
  for (const warning of warnings) log.warn(warning);
  try {
    const { name, url } = readMigrationUrl(environment);
    await carryOut(given, url, log, onChange).catch((error: unknown) => {
      throw databaseFailure(error, name, url);
    });
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.message);
    else if (error instanceof StartError || error instanceof SchemaEngineFailure) log.fatal(error.message);
    else log.fatal({ err: error }, 'did not migrate');
    process.exitCode = 1;
  }
}

interface Given {
  'rolled-back'?: string;
  applied?: string;
}

async function carryOut(given: Given, url: string, log: Logger, onChange: () => void): Promise<void> {
  // Else a lock would stay with the pooler's session, and every later migration wait for it.
  if (!(await keepsSession(url))) throw new StartError(throughPooler);
  const { 'rolled-back': rolledBack, applied: nameOfApplied } = given;
  if (rolledBack !== undefined) {
    await markRolledBack(url, rolledBack, onChange);
    log.info({ migration: rolledBack }, 'noted as rolled back; it is applied again when you migrate');
  } else if (nameOfApplied !== undefined) {
    await markApplied(url, packageFiles.migrations, nameOfApplied, onChange);
    log.info({ migration: nameOfApplied }, 'noted as applied');
  } else {
    const applied = await migrateDatabase(url, onChange);
    log.info({ applied }, applied.length > 0 ? 'migrations applied' : 'the database already has every migration');
  }
}

const throughPooler =
  'A pooler in transaction mode is in front of the database, and migrations need a session of their own: ' +
  'set DATABASE_DIRECT_URL to a way past the pooler, to the server itself.';

function readArgumentsOrExit() {
  try {
    const { values } = parseArgs({ options: { 'rolled-back': { type: 'string' }, applied: { type: 'string' } } });
    if (Object.keys(values).length > 1) throw new Error('--rolled-back and --applied exclude each other.');
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
