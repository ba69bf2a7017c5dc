import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isCompositeType,
  isIntrospectionType,
  isListType,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { defaultSize, largestSize } from '../../rules/values/page.ts';
import type { TextExtensions } from './largeText.ts';
import { limits } from './limits.ts';

/** Refuses a query whose answer could have too many objects. Its variables, as they came, are known to be valid. */
export function limitCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const objects = countObjects(schema, document, operation, variables);
  if (objects <= limits.objects) return;
  throw new GraphQLError(
    `This query costs as much as ${Math.ceil(objects)} objects; at most ${limits.objects} may be asked for. ` +
      'Ask for smaller pages, and for long texts once.',
    { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } },
  );
}

/**
 * How many objects a valid operation can answer with, or costs as much as: a field can have a price of its own. Values
 * are free but for long texts, aliases, and totalCount, which reads the whole list and costs what a page does.
 */
function countObjects(
  schema: GraphQLSchema,
  query: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const operationName = operation.name?.value;
  try {
    return getComplexity({
      schema,
      query,
      variables,
      ...(operationName !== undefined && { operationName }),
      estimators: [fieldExtensionsEstimator(), estimateObjects(operation.operation)],
    });
  } catch (error) {
    throw new GraphQLError((error as Error).message, {
      nodes: (error as Partial<GraphQLError>).nodes ?? null,
      extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
    });
  }
}

/** About as many as an object has of its own, such as the secrets of a plugin. */
const usualListSize = 5;

function estimateObjects(operation: OperationTypeNode): ComplexityEstimator {
  const textPrice = operation === OperationTypeNode.QUERY ? usualTextPrice : longestTextPrice;
  return ({ type, field, node, args, childComplexity }) => {
    const namedType = getNamedType(field.type);
    if (!isCompositeType(namedType)) return (field.name === 'totalCount' ? 1 : 0) + textPrice(field, node);
    // Nothing is read for it, and what it answers is counted when it is.
    if (isIntrospectionType(type) || isIntrospectionType(namedType)) return 0;
    const { name } = namedType;
    if (name.endsWith('Connection')) return pageSize(args) * childComplexity;
    if (name.endsWith('Edge')) return childComplexity;
    if (name === 'PageInfo') return 0;
    return (isListType(getNullableType(field.type)) ? usualListSize : 1) * (1 + childComplexity);
  };
}

/**
 * Few texts are nearly as long as they can be, and what a query answers is counted while it is built. Here only those are
 * refused that repeat long texts by the thousand.
 */
function usualTextPrice({ extensions }: Field): number {
  return ((extensions as TextExtensions).longestBytes ?? 0) / (128 * 1024);
}

/**
 * What a mutation answers is not cut, since it tells what was done: an object for each KiB that its texts can have, and
 * those that aliases repeat. The names of the schema are short, and each comes once.
 */
function longestTextPrice({ extensions }: Field, { alias }: FieldNode): number {
  const { longestBytes = 0 } = extensions as TextExtensions;
  return (longestBytes + (alias ? alias.value.length + shortTextBytes : 0)) / 1024;
}

type Field = GraphQLField<unknown, unknown>;

/** What is not marked as long has no more, but for a few addresses. */
const shortTextBytes = 64;

/** The larger of those that are given or declared. Sizes out of range are refused by refuseArguments. */
function pageSize(args: Record<string, unknown>): number {
  const sizes = [args['first'], args['last']].filter((size) => typeof size === 'number');
  return sizes.length === 0 ? defaultSize : Math.min(Math.max(...sizes, 1), largestSize);
}
