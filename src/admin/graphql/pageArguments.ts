import { Kind, type FieldNode } from 'graphql';
import type { PageArguments } from '../../rules/values/page.ts';

/** What a query says of a page. The size that the schema fills in gives way: whoever asks for the last ones did not mean it. */
export function pageArguments(
  args: PageArguments,
  field: FieldNode | undefined,
  variables: Record<string, unknown>,
): PageArguments {
  return { ...args, first: (isGiven('first', field, variables) ? args.first : null) ?? null };
}

/** Whether the query has the argument, with a value or with a variable that has one. */
function isGiven(argument: string, field: FieldNode | undefined, variables: Record<string, unknown>): boolean {
  const value = field?.arguments?.find(({ name }) => name.value === argument)?.value;
  return value !== undefined && (value.kind !== Kind.VARIABLE || value.name.value in variables);
}
