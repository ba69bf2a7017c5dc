import { Kind, type DocumentNode, type ExecutableDefinitionNode, type SelectionNode } from 'graphql';

/** The size of a query when each fragment is counted wherever it is spread. */
export interface Shape {
  /** The depth of nested fields. */
  depth: number;
  /** The number of fields and fragments. */
  selections: number;
  aliases: number;
  directives: number;
  longestAlias: number;
}

/**
 * Measures all operations of a document together, since GraphQL validates all of them, whichever is executed. Measures
 * each fragment once, so the time is linear in the text however often fragments spread each other.
 */
export function measureShape({ definitions }: DocumentNode): Shape | 'cyclic' {
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const measured = new Map<string, Shape | 'measuring'>();
  let isCyclic = false;

  const measureFragment = (name: string): Shape => {
    const known = measured.get(name);
    if (known === 'measuring') isCyclic = true;
    if (known) return known === 'measuring' ? nothing : known;
    const fragment = fragments.get(name);
    if (!fragment) return nothing;
    measured.set(name, 'measuring');
    const shape = measure(fragment);
    measured.set(name, shape);
    return shape;
  };
  const measure = (node: ExecutableDefinitionNode | SelectionNode): Shape => {
    const own = shapeOf(node);
    if (node.kind === Kind.FRAGMENT_SPREAD) return combine(own, measureFragment(node.name.value));
    const inner = (node.selectionSet?.selections ?? []).map(measure).reduce(combine, nothing);
    return { ...combine(own, inner), depth: own.depth + inner.depth };
  };

  for (const name of fragments.keys()) measureFragment(name);
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const shape = operations.map(measure).reduce(combine, nothing);
  return isCyclic ? 'cyclic' : shape;
}

const nothing: Shape = { depth: 0, selections: 0, aliases: 0, directives: 0, longestAlias: 0 };

function shapeOf(node: ExecutableDefinitionNode | SelectionNode): Shape {
  const isDefinition = node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION;
  const alias = node.kind === Kind.FIELD ? node.alias?.value : undefined;
  return {
    depth: node.kind === Kind.FIELD ? 1 : 0,
    selections: isDefinition ? 0 : 1,
    aliases: alias === undefined ? 0 : 1,
    directives: node.directives?.length ?? 0,
    longestAlias: alias?.length ?? 0,
  };
}

/** Combines what stands side by side: numbers are summed, and depth and the longest alias are the larger of both. */
function combine(a: Shape, b: Shape): Shape {
  return {
    depth: Math.max(a.depth, b.depth),
    selections: a.selections + b.selections,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    longestAlias: Math.max(a.longestAlias, b.longestAlias),
  };
}
