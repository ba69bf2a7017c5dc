import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';

export interface ProcessSetup {
  /** The test's own way into the database, beside the processes. */
  store: Store;
  client: pg.Client;
  /** The environment of a sweeper process on this database. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Opens what processes on one database share. `processUrl` is where they look for it, if not where the test does. */
export async function openProcessSetup(databaseUrl: string, processUrl = databaseUrl): Promise<ProcessSetup> {
  const encryptionKey = randomBytes(32);
  const store = openStore(databaseUrl, new Keyring([encryptionKey]));
  const client = new pg.Client({ connectionString: databaseUrl });
  // A database that is taken away on purpose must not end the test.
  client.on('error', () => {});
  await client.connect();
  return {
    store,
    client,
    environment: {
      DATABASE_URL: processUrl,
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      ADMIN_TOKEN: 'admin-token-of-the-tests',
      RUN: 'sweeper',
      CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'info',
    },
    close: async () => {
      await client.end();
      await closeStore(store);
    },
  };
}
