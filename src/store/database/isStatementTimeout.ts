import { sqlStateOf } from './sqlStateOf.ts';

/** True: PostgreSQL ended the statement, since it ran longer than the store lets it. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === queryCanceled;
}

const queryCanceled = '57014';
