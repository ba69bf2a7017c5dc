import pg from 'pg';

export interface PoolOptions {
  maxConnections: number;
  /** PostgreSQL ends statements that run longer; see `isStatementTimeout`. */
  statementTimeoutMs?: number | undefined;
}

const connectTimeoutMs = 10_000;
/**
 * A connection that is silent for so long is given up: a database that went away without a word, as on a failover, is
 * noticed by nobody else for minutes. Longer than the limits of statements and transactions, which tell more.
 */
const longestSilenceMs = 16_000;
/** A process that is stopped in the middle of a transaction must not keep its locks. */
const idleInTransactionTimeoutMs = 20_000;

/**
 * Connections that work through a pooler in transaction mode, where the next transaction may run on another session:
 * each transaction brings its limits along, and of the session only the time zone is set, which PgBouncer restores.
 * With a limit for statements, those outside of a transaction get one of their own.
 */
export function openConnectionPool(
  config: pg.PoolConfig,
  { maxConnections, statementTimeoutMs }: PoolOptions,
): pg.Pool {
  const begin = [
    'BEGIN',
    `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
    ...(statementTimeoutMs === undefined ? [] : [`SET LOCAL statement_timeout = ${statementTimeoutMs}`]),
  ].join('; ');
  const prepare = async (client: pg.ClientBase) => {
    // The loss of a connection is told by the statements on it; without a listener it would end the process.
    client.on('error', () => {});
    limitTransactions(client, begin);
    // The adapter drops the offset of a timestamptz and takes what is left for UTC.
    await client.query(`SET TimeZone = 'UTC'`);
  };
  const pool = new pg.Pool({
    ...config,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: longestSilenceMs,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: prepare,
  });
  if (statementTimeoutMs !== undefined) limitStatements(pool, begin);
  return pool;
}

type Query = (...given: unknown[]) => Promise<unknown>;

/** The limits go in one message with the BEGIN of the adapter, and so cost nothing. */
function limitTransactions(client: pg.ClientBase, begin: string): void {
  const query: Query = async (...given) => (pg.Client.prototype.query as Query).apply(client, given);
  const limited: Query = async (statement, ...rest) =>
    (statement as { text?: string }).text === 'BEGIN' ? query(begin) : query(statement, ...rest);
  Object.assign(client, { query: limited });
}

/** The three go out together, so that the transaction costs no time on the way. */
function limitStatements(pool: pg.Pool, begin: string): void {
  const limited: Query = async (statement, ...rest) => {
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
  Object.assign(pool, { query: limited });
}
