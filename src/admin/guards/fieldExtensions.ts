import type { GraphQLField, GraphQLNamedType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import type { RowKind } from '../../rules/values/page.ts';

/** A kind of work that the process does for few requests at the same time. */
export type TurnKind = 'count' | 'measure' | 'compute';

/** Returns what is wrong with the arguments of one field, by the path of each. */
type ArgumentCheck = (args: never) => Record<string, Problem | undefined>;

/** Facts about a field that the guards need besides its type. */
interface FieldExtensions {
  check?: ArgumentCheck;
  longestBytes?: number;
  reads?: true;
  turn?: TurnKind;
}

export const fieldExtensions = ({ extensions }: GraphQLField<never, never>): FieldExtensions => extensions;

/** Returns the kind of row that the cursors of a connection type point at; undefined for other types. */
export const rowKindOf = ({ extensions }: GraphQLNamedType) => extensions['rowKind'] as RowKind | undefined;

/**
 * Checks the arguments of a field before anything is executed, so the resolver does not have to. Required for every
 * field with arguments that can be selected inside a mutation's result: a refusal after the mutation would lose the
 * answer that says what was changed.
 */
export function CheckedArguments(check: ArgumentCheck): MethodDecorator {
  return Extensions({ check } satisfies FieldExtensions);
}

/** Marks a text that can be long, so that limitCost prices it. `longestBytes` is the most that it can take in an answer. */
export function LargeText(longestBytes: number): MethodDecorator & PropertyDecorator {
  return Extensions({ longestBytes } satisfies FieldExtensions);
}

/** Marks a field that looks like a plain value, but is read from the database. */
export function Reads(): MethodDecorator {
  return Extensions({ reads: true } satisfies FieldExtensions);
}

/** Makes a field wait for its turn among all requests. */
export function InTurn(turn: TurnKind): MethodDecorator {
  return Extensions({ turn } satisfies FieldExtensions);
}

/** Marks a connection type. The page arguments and cursors of all fields of this type are checked before execution. */
export function ConnectionOf(rowKind: RowKind): ClassDecorator {
  return Extensions({ rowKind });
}
