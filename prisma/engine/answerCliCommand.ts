import { connectionFailure } from './connectionFailure.ts';
import { createDatabase, requireConnection } from './databaseServer.ts';
import { logLine } from './logLine.ts';
import type { Database } from './openDatabase.ts';

/** The commands that the CLI runs before it talks to the engine proper. Returns the exit code. */
export async function answerCliCommand(command: string | undefined, database: Database): Promise<0 | 1> {
  // The CLI skips the first line, where the native engine announces itself.
  logLine('INFO', { message: 'Starting schema engine CLI' });
  try {
    if (command === 'can-connect-to-database') await requireExisting(database);
    else if (command === 'create-database') await create(database);
    else throw new Error(`The engine has no command ${command}.`);
    return 0;
  } catch (error) {
    logLine('ERROR', connectionFailure(error));
    return 1;
  }
}

/** Commands that only look, such as `migrate status`, end here; the others go on to create the database. */
async function requireExisting(database: Database): Promise<void> {
  const folder = database.missingFolder();
  if (folder !== undefined) {
    const message = `There is no database in ${folder}. Without DATABASE_URL the first start of the service makes one there.`;
    throw Object.assign(new Error(message), { code: noSuchDatabase });
  }
  await requireConnection(await database.url());
}

const noSuchDatabase = '3D000';

/** The embedded server has its database when it starts. */
async function create(database: Database): Promise<void> {
  const url = await database.url();
  if (!database.isEmbedded) await createDatabase(url);
}
