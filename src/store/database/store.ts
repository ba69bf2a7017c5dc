import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { limitReader, limitStatements, openConnectionPool, type Connections } from './connectionPool.ts';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { connectionConfig, schemaNamedBy } from './connectionConfig.ts';
import { rowsOf, statementNames } from './preparedStatements.ts';

/** The database and the keys that every function of the store works on. */
export interface Store {
  prisma: PrismaClient;
  /** The same connections without Prisma, for the statements of hot paths; see `Statement`. */
  pool: pg.Pool;
  /** One connection for the short reads of many requests; see `sharedConnection`. */
  reader: Connections['reader'];
  keyring: Keyring;
  /** Returns the connections to PostgreSQL by state, and how many statements wait for one. */
  connections(): Record<'idle' | 'busy' | 'waiting', number>;
  /** Returns a store on the same connections, on which PostgreSQL ends statements that run longer. */
  withStatementTimeout(statementTimeoutMs: number): Store;
  /** The member of staff whose changes are recorded, and why they were made; null: changes are not recorded. */
  actor: StoreActor | null;
  reason: string | null;
}

export interface StoreActor {
  name: string;
  /** The id of the actor's key. Null: the actor has no key of the database. */
  keyId: string | null;
}

/** The client inside a transaction, or outside of one. */
export type Client = Prisma.TransactionClient;

/**
 * The limits of a transaction: long enough to wait for a connection in a burst, and much shorter than a caller would
 * wait.
 */
const transactionLimits = { maxWait: 10_000, timeout: 15_000 };

export interface StoreOptions {
  /** The most connections of the pool (DATABASE_POOL_SIZE or DATABASE_ADMIN_POOL_SIZE). */
  maxConnections?: number;
  /** The first schema of the search_path, which raw statements use. Prisma names it in each statement. */
  schema?: string;
  /** Called with the SQLSTATE of each statement that PostgreSQL refuses. */
  onRefused?: (sqlState: string) => void;
}

/** Opens a store. The caller closes it with `closeStore`. */
export function openStore(databaseUrl: string, keyring: Keyring, options: StoreOptions = {}): Store {
  const { maxConnections = 10, schema = schemaNamedBy(databaseUrl) ?? 'public', onRefused = () => {} } = options;
  const { pool, reader } = openConnectionPool(connectionConfig(databaseUrl), maxConnections, onRefused);
  const statementNameGenerator = statementNames();
  const facts = {
    keyring,
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    withStatementTimeout: (timeoutMs: number) =>
      storeOn(limitStatements(pool, timeoutMs), limitReader(pool, timeoutMs)),
    actor: null,
    reason: null,
  };
  return storeOn(pool, reader);

  function storeOn(connections: pg.Pool, itsReader: Connections['reader']): Store {
    let client: PrismaClient | undefined;
    return {
      ...facts,
      pool: connections,
      reader: itsReader,
      // Made when it is first used. It takes a tenth of a start, and signed requests and callbacks work without it.
      get prisma() {
        client ??= new PrismaClient({
          adapter: new PrismaPg(connections, { schema, statementNameGenerator }),
          transactionOptions: transactionLimits,
        });
        return client;
      },
    };
  }
}

export async function closeStore({ pool }: Pick<Store, 'pool'>): Promise<void> {
  await pool.end();
}

/** Returns the ids of the keys that sealed secrets in this database and are not in the keyring. */
export async function findMissingKeyIds({ pool, keyring }: Store): Promise<string[]> {
  const text = 'SELECT DISTINCT key_id FROM plugin_secret WHERE key_id <> ALL($1::text[])';
  const rows = await rowsOf<{ key_id: string }>(pool, { name: 'missing_key_ids', text }, [keyring.keyIds]);
  return rows.map(({ key_id }) => key_id);
}
