import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { limits } from './limits.ts';

/** How large a query is once its fragments are spread. */
export interface Shape {
  depth: number;
  selections: number;
  aliases: number;
  directives: number;
  longestAlias: number;
}

/**
 * Why a query may not even be validated, or null. Validation, and the estimate of the cost, take time that grows with the
 * spread query, which fragments let grow exponentially with its text.
 */
export function refuseShape(document: DocumentNode): GraphQLError | null {
  const shape = measureShape(document);
  if (shape === 'cyclic') return refusal('FRAGMENT_CYCLE', 'A fragment must not spread itself.');
  if (shape.depth > limits.depth) {
    return refusal('QUERY_TOO_DEEP', `A query may have fields at most ${limits.depth} deep.`);
  }
  if (shape.longestAlias > limits.aliasCharacters) {
    return refusal('QUERY_TOO_LONG', `An alias may have at most ${limits.aliasCharacters} characters.`);
  }
  if (shape.aliases > limits.aliases) {
    return refusal('TOO_MANY_ALIASES', `A query may have at most ${limits.aliases} aliases.`);
  }
  if (shape.directives > limits.directives) {
    return refusal('TOO_MANY_DIRECTIVES', `A query may have at most ${limits.directives} directives.`);
  }
  if (shape.selections > limits.selections) {
    return refusal(
      'TOO_MANY_FIELDS',
      `A query may have at most ${limits.selections} fields, those of a fragment counted wherever it is spread.`,
    );
  }
  return null;
}

/** Linear in the text, however often fragments spread each other: each is measured once. */
export function measureShape({ definitions }: DocumentNode): Shape | 'cyclic' {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, Shape | 'measuring'>();
  let cyclic = false;

  const ofFragment = (name: string): Shape => {
    const known = measured.get(name);
    if (known === 'measuring') cyclic = true;
    if (known) return known === 'measuring' ? nothing : known;
    const fragment = fragments.get(name);
    if (!fragment) return nothing;
    measured.set(name, 'measuring');
    const shape = add(ofSet(fragment.selectionSet), ofDirectives(fragment));
    measured.set(name, shape);
    return shape;
  };
  const ofSet = (set: SelectionSetNode | undefined): Shape =>
    (set?.selections ?? [])
      .map((selection) => add(ofSelection(selection), ofDirectives(selection)))
      .reduce(add, nothing);
  const ofSelection = (selection: SelectionNode): Shape => {
    switch (selection.kind) {
      case Kind.FIELD:
        return below(selection, ofSet(selection.selectionSet));
      case Kind.INLINE_FRAGMENT:
        return add(one, ofSet(selection.selectionSet));
      case Kind.FRAGMENT_SPREAD:
        return add(one, ofFragment(selection.name.value));
    }
  };

  let total = nothing;
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) ofFragment(definition.name.value);
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      total = add(total, add(ofSet(definition.selectionSet), ofDirectives(definition)));
    }
  }
  return cyclic ? 'cyclic' : total;
}

const nothing: Shape = { depth: 0, selections: 0, aliases: 0, directives: 0, longestAlias: 0 };
const one: Shape = { ...nothing, selections: 1 };

function below({ alias }: FieldNode, inner: Shape): Shape {
  return add(
    { ...inner, depth: inner.depth + 1 },
    { ...one, aliases: alias ? 1 : 0, longestAlias: alias?.value.length ?? 0 },
  );
}

function ofDirectives({ directives }: { readonly directives?: readonly unknown[] | undefined }): Shape {
  return { ...nothing, directives: directives?.length ?? 0 };
}

function add(a: Shape, b: Shape): Shape {
  return {
    depth: Math.max(a.depth, b.depth),
    selections: a.selections + b.selections,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    longestAlias: Math.max(a.longestAlias, b.longestAlias),
  };
}

export function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
