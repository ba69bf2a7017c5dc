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
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
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
    `This query could answer with ${objects} objects; at most ${limits.objects} may be asked for. ` +
      'Ask for smaller pages.',
    { extensions: { code: 'QUERY_TOO_COSTLY', http: { status: 400 } } },
  );
}

/**
 * How many objects a valid operation can answer with. Scalars are free but for those beside the edges of a page, which
 * cost what the page does: totalCount reads the whole list.
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
      estimators: [estimateObjects],
    });
  } catch (error) {
    throw new GraphQLError((error as Error).message, {
      nodes: (error as Partial<GraphQLError>).nodes ?? null,
      extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
    });
  }
}

/** A diagnosis is up to a twentieth of a second of computing, in a process that also takes payments. */
const objectsOfDiagnosis = 1000;

/** About as many as an object has of its own: the attempts of a delivery, the secrets of a plugin. */
const usualListSize = 5;

const estimateObjects: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (field.name.startsWith('__')) return 0;
  const { name } = getNamedType(field.type);
  if (field.name === 'diagnoseSignature') return objectsOfDiagnosis;
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
