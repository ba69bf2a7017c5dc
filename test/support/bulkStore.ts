import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import { closeStore, openStore, type Store } from '../../src/store/database/store.ts';
import { makeBulkLists, type BulkLists } from './bulkLists.ts';
import { createTestDatabase } from './database.ts';

/** A store on many rows, and a connection on which to ask for plans. */
export interface BulkStore {
  store: Store;
  client: pg.Client;
  end(): Promise<void>;
}

export async function openBulkStore(size: BulkLists): Promise<BulkStore> {
  const database = await createTestDatabase();
  const store = openStore(database.url, new Keyring([randomBytes(32)]));
  const client = new pg.Client(database.url);
  await client.connect();
  await makeBulkLists(client, size);
  return {
    store,
    client,
    end: async () => {
      await client.end();
      await closeStore(store);
      await database.drop();
    },
  };
}
