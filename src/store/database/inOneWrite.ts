import type pg from 'pg';

/**
 * Sends all that `send` sends at the same time on a connection in one write. pg writes each statement by itself, and under load
 * these system calls were a third of the time of a payment.
 */
export function inOneWrite<Result>({ connection }: pg.PoolClient, send: () => Result): Result {
  const { stream } = connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
