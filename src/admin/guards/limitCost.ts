import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isCompositeType,
  isIntrospectionType,
  isListType,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, type ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { defaultPageSize, largestPageSize } from '../../rules/values/page.ts';
import { fieldExtensions } from './fieldExtensions.ts';
import { limits } from './queryLimits.ts';

/**
 * Refuses a valid operation whose answer could have too many objects, or costs as much as that. A field can set its
 * price. Values are free, except long texts, aliases, and totalCount, which reads the whole list and costs as much as a
 * page.
 */
export function limitCost(
  schema: GraphQLSchema,
  query: DocumentNode,
  definition: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const objects = estimatedOnce(definition, variables, () => {
    const estimateText = definition.operation === OperationTypeNode.QUERY ? usualTextPrice : longestTextPrice;
    return getComplexity({
      schema,
      query,
      variables,
      ...(definition.name && { operationName: definition.name.value }),
      estimators: [fieldExtensionsEstimator(), (field) => estimateObjects(field) ?? estimateText(field)],
    });
  });
  if (objects <= limits.objects) return;
  throw new GraphQLError(
    `This query costs as much as ${Math.ceil(objects)} objects; at most ${limits.objects} are allowed. Ask for ` +
      'smaller pages, and for long texts once.',
    { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } },
  );
}

/** The estimates of an operation, by the variables that can change them. Apollo hands out the same nodes for the same text. */
const estimates = new WeakMap<OperationDefinitionNode, Map<string, number>>();
const mostEstimates = 20;

/**
 * Estimates the same once. No price depends on a text: only sizes of pages, whether a text is searched, and whether a field is
 * skipped, come in variables. Programs send the same few operations with other ids, and an estimate takes as long as a resolver.
 */
function estimatedOnce(
  definition: OperationDefinitionNode,
  variables: Record<string, unknown>,
  estimate: () => number,
): number {
  const key = JSON.stringify(variables, (_name, value: unknown) => (typeof value === 'string' ? '' : value));
  const known = estimates.get(definition) ?? new Map<string, number>();
  estimates.set(definition, known);
  const objects = known.get(key) ?? estimate();
  if (known.size < mostEstimates && key.length < longestKey) known.set(key, objects);
  return objects;
}

const longestKey = 1_000;

/** The usual size of a list that is not paged, such as the secrets of a plugin. */
const usualListSize = 5;

/** A search looks its text up in several indexes, one of which has parts of titles. That takes as long as so many objects. */
const searchPrice = 50;

function isSearch({ search, filter }: { search?: unknown; filter?: { search?: unknown } | null }): boolean {
  return (search ?? filter?.search ?? null) !== null;
}

/** Returns null for a field that is a value. */
function estimateObjects({ type, field, args, childComplexity }: ComplexityEstimatorArgs): number | null {
  const namedType = getNamedType(field.type);
  if (!isCompositeType(namedType)) return null;
  // Introspection reads nothing, and its answer is counted while it is built.
  if (isIntrospectionType(type) || isIntrospectionType(namedType)) return 0;
  const { name } = namedType;
  if (name.endsWith('Connection')) return pageSize(args) * childComplexity + (isSearch(args) ? searchPrice : 0);
  if (name.endsWith('Edge')) return childComplexity;
  if (name === 'PageInfo') return 0;
  return (isListType(getNullableType(field.type)) ? usualListSize : 1) * (1 + childComplexity);
}

/**
 * Prices the texts of a query. Few texts are as long as they can be, and the answer is counted while it is built. So
 * the price refuses only queries that repeat long texts by the thousand.
 */
function usualTextPrice({ field }: ComplexityEstimatorArgs): number {
  return (field.name === 'totalCount' ? 1 : 0) + (fieldExtensions(field).longestBytes ?? 0) / (128 * 1024);
}

/**
 * The answer to a mutation is not cut, since it says what was done: an object for each KiB that its texts can have, and
 * those that aliases repeat. The names of the schema are short, and each comes once.
 */
function longestTextPrice({ field, node: { alias } }: ComplexityEstimatorArgs): number {
  const { longestBytes = 0 } = fieldExtensions(field);
  const aliasBytes = alias ? alias.value.length + shortTextBytes : 0;
  return (field.name === 'totalCount' ? 1 : 0) + (longestBytes + aliasBytes) / 1024;
}

/** A text that is not marked as long has no more, except a few addresses. */
const shortTextBytes = 64;

/** Returns the larger of the sizes that are given or declared. refuseArguments refuses those out of range. */
function pageSize(args: Record<string, unknown>): number {
  const sizes = [args['first'], args['last']].filter((size) => typeof size === 'number');
  return sizes.length === 0 ? defaultPageSize : Math.min(Math.max(...sizes, 1), largestPageSize);
}
