import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isCompositeType,
  isListType,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { defaultSize, largestSize } from '../rules/page.ts';
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
    `This query costs as much as ${objects} objects; at most ${limits.objects} may be asked for. ` +
      'Ask for smaller pages.',
    { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } },
  );
}

/**
 * How many objects a valid operation can answer with, or costs as much as: a field can have a price of its own. Scalars
 * are free but for those beside the edges of a page, which cost what the page does: totalCount reads the whole list.
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
      estimators: [fieldExtensionsEstimator(), estimateObjects],
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

const estimateObjects: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (field.name.startsWith('__')) return 0;
  const { name } = getNamedType(field.type);
  if (name.endsWith('Connection')) return pageSize(args) * childComplexity;
  if (name.endsWith('Edge')) return childComplexity;
  if (name === 'PageInfo') return 0;
  if (!isCompositeType(getNamedType(field.type))) return field.name === 'totalCount' ? 1 : 0;
  return (isListType(getNullableType(field.type)) ? usualListSize : 1) * (1 + childComplexity);
};

/** The larger of those that are given or declared. Sizes out of range are refused by refuseArguments. */
function pageSize(args: Record<string, unknown>): number {
  const sizes = [args['first'], args['last']].filter((size) => typeof size === 'number');
  return sizes.length === 0 ? defaultSize : Math.min(Math.max(...sizes, 1), largestSize);
}
