import {
  GraphQLError,
  isIntrospectionType,
  isObjectType,
  OperationTypeNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';

/** What a request's context needs. */
export interface TimeLimited {
  /** Of `performance.now()`. */
  deadlineMs: number;
}

/**
 * The same schema; no resolver of a query starts after the deadline. Statements that run then are ended by their own limit.
 * What a mutation has changed is answered however long it took; only its next field does not start.
 */
export function withDeadline(schema: GraphQLSchema, now: () => number = () => performance.now()): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.resolve) field.resolve = checked(field.resolve, now);
    }
  }
  return schema;
}

function checked(
  resolve: GraphQLFieldResolver<unknown, TimeLimited>,
  now: () => number,
): GraphQLFieldResolver<unknown, TimeLimited> {
  return (source, args, context, info) => {
    const mayBeRefused = info.operation.operation === OperationTypeNode.QUERY || info.path.prev === undefined;
    if (mayBeRefused && now() > context.deadlineMs) throw queryTimedOut();
    return resolve(source, args, context, info);
  };
}

export function queryTimedOut(): GraphQLError {
  return new GraphQLError(
    'This took too long and was ended. Ask for less: smaller pages, a shorter time, fewer fields.',
    {
      extensions: { code: 'QUERY_TIMED_OUT' },
    },
  );
}
