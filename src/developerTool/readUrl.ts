import { describeProblem } from '../rules/failures/valueProblems.ts';
import { checkHttpUrl } from '../rules/values/httpUrl.ts';
import { printable } from './printable.ts';
import { UsageError } from './usageError.ts';

/** Reads an address by the same rule as the service reads a callback URL. */
export function readUrl(text: string): URL {
  const problem = checkHttpUrl(text);
  if (problem) throw new UsageError(`${describeProblem('the URL', problem, 'en')} Got: ${printable(text)}`);
  return new URL(text);
}
