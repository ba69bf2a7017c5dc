import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { limitReader, limitStatements, openConnectionPool, type Connections } from './connectionPool.ts';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { connectionConfig, schemaNamedBy } from './connectionConfig.ts';
import { statementNames } from './preparedStatements.ts';

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
  const on = (connections: pg.Pool): Pick<Store, 'prisma' | 'pool'> => {
    const adapter = new PrismaPg(connections, { schema, statementNameGenerator });
    return { prisma: new PrismaClient({ adapter, transactionOptions: transactionLimits }), pool: connections };
  };
  const store: Store = {
    ...on(pool),
    reader,
    keyring,
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    withStatementTimeout: (timeoutMs) => {
      const limited = limitStatements(pool, timeoutMs);
      return { ...store, ...on(limited), reader: limitReader(pool, timeoutMs) };
    },
    actor: null,
    reason: null,
  };
  return store;
}

export async function closeStore(store: Store): Promise<void> {
  await store.prisma.$disconnect();
  await store.pool.end();
}

/** Returns the ids of the keys that sealed secrets in this database and are not in the keyring. */
export async function findMissingKeyIds({ prisma, keyring }: Store): Promise<string[]> {
  const used = await prisma.pluginSecret.groupBy({
    by: ['keyId'],
    where: { keyId: { notIn: keyring.keyIds } },
  });
  return used.map(({ keyId }) => keyId);
}
