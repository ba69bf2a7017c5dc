import { ConfigError, readConfig } from '../config/config.ts';
import { openLog } from '../log/openLog.ts';
import { closeDatabase, openDatabase } from '../service/openDatabase.ts';
import { openKeyring } from '../service/openKeyring.ts';
import { StartError } from '../service/startError.ts';
import { closeStore, openStore } from '../store/database/store.ts';
import { resealAll } from './resealAll.ts';

/** Seals every secret with the newest key of the environment. The exit code is 0 when that key is all one needs. */
export async function runResealCommand(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    process.exitCode = (await reseal(environment)) ? 0 : 1;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof StartError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

async function reseal(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const config = readConfig(environment);
  const database = await openDatabase(config, openLog('silent'));
  try {
    const keyring = await openKeyring(config, database);
    const store = openStore(database.url, keyring, { schema: database.schema, maxConnections: 1 });
    const isDone = await resealAll(store, console.log);
    await closeStore(store);
    return isDone;
  } finally {
    await closeDatabase(database);
  }
}
