import { Kind, type FieldNode } from 'graphql';
import type { PageArguments } from '../../rules/values/page.ts';

/**
 * Returns what a query says of a page. A size that the schema filled in gives way: a caller who asks for the last rows did
 * not mean it.
 */
export function pageArguments(args: PageArguments, field: FieldNode | undefined, variables: object): PageArguments {
  const value = field?.arguments?.find(({ name }) => name.value === 'first')?.value;
  const isGiven = value !== undefined && (value.kind !== Kind.VARIABLE || value.name.value in variables);
  return { ...args, first: (isGiven ? args.first : null) ?? null };
}
