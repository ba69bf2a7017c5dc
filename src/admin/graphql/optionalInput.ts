import { Arg, type ClassType } from 'type-graphql';
import { type FieldNode, Kind } from 'graphql';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import type { PageArguments } from '../../rules/values/page.ts';
import { asOptional, checkLookup } from '../../rules/values/values.ts';

/** Returns the problem of an input that may be left out, but must not be null. */
export function checkGiven<Value>(
  value: Value | null | undefined,
  check: (value: Value) => Problem | undefined = () => undefined,
): Problem | undefined {
  if (value === undefined) return undefined;
  return value === null ? { code: 'notNull' } : asOptional(check(value));
}

/** Returns the members that were given. */
export function given<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  ) as ReturnType<typeof given<Values>>;
}

/** Returns the check of a filter, by which the named conditions are looked up. */
export function checkLookups<Filter extends object>(...names: (keyof Filter & string)[]) {
  return ({ filter }: { filter?: Filter | null }): Record<string, Problem | undefined> => {
    const conditions = given<Filter>(filter ?? ({} as Filter));
    return Object.fromEntries(
      names.map((name) => [`filter.${name}`, checkGiven(conditions[name] as string | undefined, checkLookup)]),
    );
  };
}

/** Checks the argument `pluginId` of a list. */
export function checkPluginId({ pluginId }: { pluginId?: string | null }): Record<string, Problem | undefined> {
  return { pluginId: checkGiven(pluginId ?? undefined, checkLookup) };
}

/**
 * Returns the page arguments of a query. A `first` that the schema filled in is dropped if there is a `last`: the
 * caller did not mean it.
 */
export function pageArguments(args: PageArguments, field: FieldNode | undefined, variables: object): PageArguments {
  const value = field?.arguments?.find(({ name }) => name.value === 'first')?.value;
  const isGiven = value !== undefined && (value.kind !== Kind.VARIABLE || value.name.value in variables);
  return { ...args, first: (isGiven ? args.first : null) ?? null };
}

/** The one argument of a mutation. */
export const Input = (type: () => ClassType) => Arg('input', type, { description: 'The arguments.' });
