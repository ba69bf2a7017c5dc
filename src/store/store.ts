import { PrismaPg } from '@prisma/adapter-pg';
import { openConnectionPool, type PoolOptions } from './connectionPool.ts';
import { PrismaClient, type Prisma } from './generated/client.ts';
import type { Keyring } from './keyring.ts';
import { connectionConfig } from './migrations/connectionConfig.ts';

/** What every function of this folder works on. */
export interface Store {
  prisma: PrismaClient;
  keyring: Keyring;
  /** Those to PostgreSQL, and how many statements wait for one. */
  connections(): Record<'idle' | 'busy' | 'waiting', number>;
  /** Which member of staff changes are written down for, and why they were made; null: nobody's. */
  actor: StoreActor | null;
  reason: string | null;
}

export interface StoreActor {
  name: string;
  /** Null: whoever has no key of the database. */
  keyId: string | null;
}

/** The client inside a transaction, or outside of one. */
export type Client = Prisma.TransactionClient;

/** Long enough to wait for a connection in a burst; far below what a caller would wait. */
const transactionLimits = { maxWait: 10_000, timeout: 15_000 };

export function openStore(databaseUrl: string, keyring: Keyring, given: Partial<PoolOptions> = {}): Store {
  const pool = openConnectionPool(connectionConfig(databaseUrl), { maxConnections: 10, ...given });
  const schema = new URL(databaseUrl).searchParams.get('schema');
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, ...(schema !== null && { schema }) });
  return {
    prisma: new PrismaClient({ adapter, transactionOptions: transactionLimits }),
    keyring,
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    actor: null,
    reason: null,
  };
}

export async function closeStore(store: Store): Promise<void> {
  await store.prisma.$disconnect();
}

/** Which of the keys that sealed secrets in this database are not in the keyring. */
export async function findMissingKeyIds({ prisma, keyring }: Store): Promise<string[]> {
  const used = await prisma.pluginSecret.groupBy({
    by: ['keyId'],
    where: { keyId: { notIn: keyring.keyIds } },
  });
  return used.map(({ keyId }) => keyId);
}
