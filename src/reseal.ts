import { resealAll } from './commands/resealAll.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { forgetPostgresVariables } from './config/forgetPostgresVariables.ts';
import { openLog } from './log/openLog.ts';
import { neverWaitForOutput } from './log/standardOutput.ts';
import { closeDatabase, openDatabase } from './service/openDatabase.ts';
import { openKeyring } from './service/openKeyring.ts';
import { StartError } from './service/startError.ts';
import { closeStore, openStore } from './store/store.ts';

/** `npm run reseal`: beside the service, with the same environment. Ends with 0 when the newest key is all one needs. */
neverWaitForOutput();
for (const warning of forgetPostgresVariables(process.env)) console.error(warning);
try {
  process.exitCode = (await reseal()) ? 0 : 1;
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

async function reseal(): Promise<boolean> {
  const config = readConfig(process.env);
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
