import { Extensions } from 'type-graphql';
import type { Problem } from '../../rules/failures/problems.ts';
import type { RowKind } from '../../rules/values/page.ts';

/** What is wrong with the arguments of one field, by the path of each. */
export type ArgumentCheck<Args> = (args: Args) => Record<string, Problem | undefined>;

/**
 * Has the arguments of a field checked before anything is executed, so that its resolver needs not. For all that can stand
 * below a mutation: refused there, they would take the answer to what is done already with them.
 */
export function CheckedArguments<Args>(check: ArgumentCheck<Args>): MethodDecorator {
  return Extensions({ check } satisfies FieldExtensions<Args>);
}

export interface FieldExtensions<Args> {
  check?: ArgumentCheck<Args>;
}

/** Those of a connection type: pages and cursors of the fields that have it are checked in the same way. */
export interface ConnectionExtensions {
  rowKind?: RowKind;
}
