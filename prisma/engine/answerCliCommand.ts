import { connectionFailure } from './connectionFailure.ts';
import { createDatabase, requireConnection } from './databaseServer.ts';
import { logLine } from './logLine.ts';
import type { Database } from './openDatabase.ts';

/** The commands that the CLI runs before it talks to the engine proper. Returns the exit code. */
export async function answerCliCommand(command: string | undefined, database: Database): Promise<0 | 1> {
  // The CLI skips the first line, where the native engine announces itself.
  logLine('INFO', { message: 'Starting schema engine CLI' });
  try {
    const url = await database.url();
    if (command === 'can-connect-to-database') await requireConnection(url);
    else if (command === 'create-database') await createDatabase(url);
    else throw new Error(`The engine has no command ${command}.`);
    return 0;
  } catch (error) {
    logLine('ERROR', connectionFailure(error));
    return 1;
  }
}
