import { sqlStateOf } from './sqlStateOf.ts';

/** True: PostgreSQL refused what was to be written, and would refuse it again. It was not away, or too busy. */
export function isRefusedForItsValues(error: unknown): boolean {
  return classesThatBlameValues.has(sqlStateOf(error)?.slice(0, 2) ?? '');
}

/** Data exceptions, integrity constraints, what a trigger raises, and program limits. */
const classesThatBlameValues: ReadonlySet<string> = new Set(['22', '23', 'P0', '54']);
