import { StartError } from './startError.ts';
import { hasCode } from './hasCode.ts';

/** Which setting has the URL. */
export type UrlName = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

/** A StartError with what PostgreSQL, or the way to it, said, and with what helps where that is known. */
export function databaseFailure(cause: unknown, name: UrlName): StartError {
  if (cause instanceof StartError) return cause;
  const hint = hasCode(cause, noSuchDatabase) ? ' `npx prisma migrate deploy` creates it.' : '';
  return new StartError(`The database of ${name} cannot be used: ${reasonOf(cause)}.${hint}`, { cause });
}

/** A host with several addresses fails with one error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** PostgreSQL's SQLSTATE. */
const noSuchDatabase = '3D000';
