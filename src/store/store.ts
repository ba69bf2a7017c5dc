import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
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
  actor: string | null;
  reason: string | null;
}

/** The client inside a transaction, or outside of one. */
export type Client = Prisma.TransactionClient;

const connectTimeoutMs = 10_000;
/** Long enough to wait for a connection in a burst; far below what a caller would wait. */
const transactionLimits = { maxWait: 10_000, timeout: 15_000 };

const sessionOptions = [
  // The adapter drops the offset of a timestamptz and takes what is left for UTC.
  '-c TimeZone=UTC',
  // A process that is stopped in the middle of a transaction must not keep its locks.
  '-c idle_in_transaction_session_timeout=20000',
];

export interface StoreOptions {
  maxConnections?: number;
  /** PostgreSQL ends statements that run longer; see `isStatementTimeout`. */
  statementTimeoutMs?: number;
}

export function openStore(databaseUrl: string, keyring: Keyring, given: StoreOptions = {}): Store {
  const { maxConnections = 10, statementTimeoutMs } = given;
  // The URL may name the schema, which node-postgres does not know, or options, which would replace those given here.
  const url = new URL(databaseUrl);
  const schema = url.searchParams.get('schema');
  const options = [
    url.searchParams.get('options'),
    connectionConfig(databaseUrl).options,
    ...sessionOptions,
    statementTimeoutMs && `-c statement_timeout=${statementTimeoutMs}`,
  ];
  url.searchParams.delete('options');
  const pool = new pg.Pool({
    connectionString: url.href,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    options: options.filter(Boolean).join(' '),
  });
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
