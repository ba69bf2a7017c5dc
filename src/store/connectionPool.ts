import pg from 'pg';

export const connectTimeoutMs = 10_000;
/**
 * A connection that is silent for so long is given up: a database that went away without a word, as on a failover, is
 * noticed by nobody else for minutes. Longer than the limits of statements and transactions, which tell more.
 */
export const longestSilenceMs = 16_000;
/** A process that is stopped in the middle of a transaction must not keep its locks. */
const idleInTransactionTimeoutMs = 20_000;

/**
 * Connections that work through a pooler in transaction mode, where the next transaction may run on another session:
 * each transaction brings its limits along, and of the session only the time zone is set, which PgBouncer restores.
 */
export function openConnectionPool(
  config: pg.PoolConfig,
  maxConnections: number,
  onRefused: (sqlState: string) => void,
): pg.Pool {
  return new pg.Pool({
    ...config,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: longestSilenceMs,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: async (client) => prepare(client as pg.Client, onRefused),
  });
}

async function prepare(client: pg.Client, onRefused: (sqlState: string) => void): Promise<void> {
  // The loss of a connection is told by the statements on it; without a listener it would end the process.
  client.on('error', () => {});
  // Here all come by, whichever way a statement was given to the pool.
  client.connection.on('errorMessage', ({ code = '' }: { code?: string }) => onRefused(code));
  const query: Query = async (...given) => (pg.Client.prototype.query as Query).apply(client, given);
  Object.assign(client, { query: beginningWith(limitedBegin(), query) });
  // The adapter drops the offset of a timestamptz and takes what is left for UTC.
  await client.query(`SET TimeZone = 'UTC'`);
}

/**
 * The same connections, on which PostgreSQL ends statements that run longer; see `isStatementTimeout`. Statements outside
 * of a transaction get one of their own for that.
 */
export function limitStatements(pool: pg.Pool, statementTimeoutMs: number): pg.Pool {
  const begin = limitedBegin(`SET LOCAL statement_timeout = ${statementTimeoutMs}`);
  return replaced(pool, {
    connect: async () => {
      const client = await pool.connect();
      return replaced(client, { query: beginningWith(begin, client.query.bind(client) as Query) });
    },
    query: inTransaction(pool, begin),
  });
}

type Query = (...given: unknown[]) => Promise<unknown>;

/** The limits go in one message with the BEGIN, and so cost nothing. */
function limitedBegin(...limits: string[]): string {
  const silence = `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;
  return ['BEGIN', silence, ...limits].join('; ');
}

/** The same `query`, with another statement for the BEGIN of the adapter. */
function beginningWith(begin: string, query: Query): Query {
  return async (statement, ...rest) =>
    (statement as { text?: string }).text === 'BEGIN' ? query(begin) : query(statement, ...rest);
}

/** The three go out together, so that the transaction costs no time on the way. */
function inTransaction(pool: pg.Pool, begin: string): Query {
  return async (statement, ...rest) => {
    const client = await pool.connect();
    const query = client.query.bind(client) as Query;
    const [begun, result, ended] = await Promise.allSettled([
      query(begin),
      query(statement, ...rest),
      // After an error PostgreSQL takes it for a ROLLBACK.
      query('COMMIT'),
    ]);
    const isBroken = begun.status === 'rejected' || ended.status === 'rejected';
    client.release(isBroken);
    if (begun.status === 'rejected') throw begun.reason;
    if (result.status === 'rejected') throw result.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return result.value;
  };
}

/** The same object to whoever holds the original, with other methods to whoever holds this. */
function replaced<Original extends object>(original: Original, methods: Record<string, unknown>): Original {
  return new Proxy(original, {
    get: (of, name) => (Object.hasOwn(methods, name) ? methods[String(name)] : Reflect.get(of, name, of)),
  });
}
