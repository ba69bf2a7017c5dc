import pg from 'pg';
import { connectPatiently } from './connectPatiently.ts';
import { inOneWrite } from './inOneWrite.ts';
import { retryConflicts } from './retryConflicts.ts';
import { sharedConnection, type Lease } from './sharedConnection.ts';

export const connectTimeoutMs = 10_000;
/**
 * The silence after which a connection is given up. Otherwise the loss of a database that closed no connection, as in a
 * failover, would not be noticed for minutes. It is longer than the limits of statements and transactions, whose errors
 * say more.
 */
export const longestSilenceMs = 16_000;
/** A process that is stopped in the middle of a transaction must not keep its locks. */
const idleInTransactionTimeoutMs = 20_000;

/**
 * Opens connections that also work through a pooler in transaction mode, where the next transaction may run on another
 * session. So each transaction sets its own limits and isolation level. Only the time zone is set for the session;
 * PgBouncer restores it. A statement outside of a transaction has the default level of its database or role. If that is
 * not our level, the statement gets its own transaction. A setting of the session would reach only one session of the
 * pooler, and the pooler refuses a parameter at the start of the connection.
 */
export function openConnectionPool(
  config: pg.PoolConfig,
  maxConnections: number,
  onRefused: (sqlState: string) => void,
): Connections {
  const others: LevelOfOthers = new WeakSet();
  const pool = new pg.Pool({
    ...config,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: longestSilenceMs,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (client) => prepare(client as pg.Client, others, onRefused),
  });
  // The loss of an idle connection affects nobody; without a listener it would end the process.
  pool.on('error', () => {});
  const patient = replaced(pool, { connect: connectPatiently(pool) });
  const beginOn = (client: pg.ClientBase) => (others.has(client) ? limitedBegin() : null);
  return {
    pool: replaced(patient, { query: singly(leaseOf(patient), beginOn) }),
    reader: { query: singly(sharedConnection(patient), beginOn) as pg.Pool['query'] },
  };
}

export interface Connections {
  pool: pg.Pool;
  /** One of the connections, for short reads; see `sharedConnection`. */
  reader: Pick<pg.Pool, 'query'>;
}

function leaseOf(pool: pg.Pool): () => Promise<Lease> {
  return async () => {
    const client = await pool.connect();
    return { client, release: (isBroken) => client.release(isBroken) };
  };
}

/** The connections whose statements have another isolation level by default than the one that this program is written for. */
type LevelOfOthers = WeakSet<pg.ClientBase>;

async function prepare(client: pg.Client, others: LevelOfOthers, onRefused: (sqlState: string) => void): Promise<void> {
  // The statements on a lost connection report the loss. Without a listener it would end the process.
  client.on('error', () => {});
  let generation = 0;
  // Every statement passes here, however it was given to the pool.
  client.connection.on('errorMessage', ({ code = '', routine }: Partial<pg.DatabaseError>) => {
    onRefused(code);
    // A migration came after the statement was prepared. PostgreSQL would refuse it for ever under its old name.
    if (routine === 'RevalidateCachedQuery') generation += 1;
  });
  const query: Query = async (...given) => (pg.Client.prototype.query as Query).apply(client, given);
  const [{ rows }] = await Promise.all([
    client.query<{ level: string; pid: number }>(
      `SELECT current_setting('default_transaction_isolation') AS level, pg_backend_pid() AS pid`,
    ),
    // The adapter drops the offset of a timestamptz and takes what is left for UTC.
    client.query(`SET TimeZone = 'UTC'`),
  ]);
  const { level, pid } = rows[0]!;
  if (level !== isolationLevel) others.add(client);
  const isPooled = isPooler(client, pid);
  const nameOf = (name: string) => (isPooled ? undefined : `${name}_${generation}`);
  Object.assign(client, { query: beginningWith(limitedBegin(), named(nameOf, query)) });
}

/** Says whether a connection leads to a pooler, which makes up the process id that it gives its clients. */
export function isPooler(client: pg.Client, backendPid: number): boolean {
  return (client as pg.Client & { processID: number }).processID !== backendPid;
}

/** The same `query`, with another name for each prepared statement; undefined: it is not prepared. */
function named(nameOf: (name: string) => string | undefined, query: Query): Query {
  return async (statement, ...rest) => {
    const { name } = statement as { name?: string };
    return query(name ? { ...(statement as object), name: nameOf(name) } : statement, ...rest);
  };
}

/**
 * Returns a pool on the same connections, on which PostgreSQL ends statements that run longer; see
 * `isStatementTimeout`. For that, each statement outside of a transaction gets its own transaction. A shorter limit that the
 * pool has already stays. Each transaction begins with the `settings`, too.
 */
export function limitStatements(pool: pg.Pool, statementTimeoutMs: number, settings: readonly string[] = []): pg.Pool {
  const limitMs = Math.min(statementTimeoutMs, limitsMs.get(pool) ?? Infinity);
  const begin = limitedBegin(`SET LOCAL statement_timeout = ${limitMs}`, ...settings);
  const limited = replaced(pool, {
    connect: async () => {
      const client = await pool.connect();
      return replaced(client, { query: beginningWith(begin, client.query.bind(client) as Query) });
    },
    query: singly(leaseOf(pool), () => begin),
  });
  limitsMs.set(limited, limitMs);
  return limited;
}

const limitsMs = new WeakMap<pg.Pool, number>();

/** Returns a reader on connections of the pool, on which PostgreSQL ends statements that run longer. */
export function limitReader(pool: pg.Pool, statementTimeoutMs: number): Connections['reader'] {
  const begin = limitedBegin(`SET LOCAL statement_timeout = ${statementTimeoutMs}`);
  return { query: singly(sharedConnection(pool), () => begin) as pg.Pool['query'] };
}

type Query = (...given: unknown[]) => Promise<unknown>;

/**
 * The level that the locks and conditions of the statements are written for. A stricter one would refuse most of them when
 * many change the same row, whatever the database's default is.
 */
const isolationLevel = 'read committed';

/** The level and the limits go in one message with the BEGIN, and so cost nothing. */
function limitedBegin(...limits: string[]): string {
  const silence = `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;
  return [`BEGIN ISOLATION LEVEL ${isolationLevel}`, silence, ...limits].join('; ');
}

/** The same `query`, with another statement for the BEGIN of the adapter. */
function beginningWith(begin: string, query: Query): Query {
  return async (statement, ...rest) =>
    (statement as { text?: string }).text === 'BEGIN' ? query(begin) : query(statement, ...rest);
}

/** Sends a statement on a connection, in a transaction that begins as it says; null: without one. */
function singly(lease: () => Promise<Lease>, beginOn: (client: pg.ClientBase) => string | null): Query {
  return async (...given) =>
    retryConflicts(async () => {
      const { client, release } = await lease();
      const begin = beginOn(client);
      const query = client.query.bind(client) as Query;
      const sent = begin === null ? await sendAlone(query, given) : await sendInTransaction(client, begin, given);
      release(sent.isBroken);
      if (sent.failure) throw sent.failure.reason;
      return sent.value;
    });
}

interface Sent {
  value: unknown;
  failure: { reason: unknown } | null;
  /** Returns whether the connection is of no use any more. */
  isBroken: boolean;
}

/** Says whether PostgreSQL refused a statement and nothing more: then the connection can be used. */
function isOfStatement(reason: unknown): boolean {
  return reason instanceof pg.DatabaseError && !endsConnection.test(reason.code ?? '');
}

/** Connection exceptions, and a server that shuts down or starts. The severity would say so too, but in the server's language. */
const endsConnection = /^(08|57P)/;

async function sendAlone(query: Query, given: unknown[]): Promise<Sent> {
  try {
    return { value: await query(...given), failure: null, isBroken: false };
  } catch (reason) {
    return { value: undefined, failure: { reason }, isBroken: !isOfStatement(reason) };
  }
}

/** The three go out together, so that the transaction costs no time on the way. */
async function sendInTransaction(client: pg.PoolClient, begin: string, given: unknown[]): Promise<Sent> {
  const query = client.query.bind(client) as Query;
  const [begun, result, ended] = await inOneWrite(client, async () =>
    Promise.allSettled([
      query(begin),
      query(...given),
      // After an error PostgreSQL takes it for a ROLLBACK.
      query('COMMIT'),
    ]),
  );
  const failure = [begun, result, ended].find(({ status }) => status === 'rejected') as
    PromiseRejectedResult | undefined;
  return {
    value: result.status === 'fulfilled' ? result.value : undefined,
    failure: failure ?? null,
    // One that PostgreSQL itself refused leaves a connection that can be used.
    isBroken: failure !== undefined && (failure !== result || !isOfStatement(failure.reason)),
  };
}

/** Returns a view of the object that has other methods. The object itself stays as it is. */
function replaced<Original extends object>(original: Original, methods: Record<string, unknown>): Original {
  return new Proxy(original, {
    get: (of, name) => (Object.hasOwn(methods, name) ? methods[String(name)] : Reflect.get(of, name, of)),
  });
}
