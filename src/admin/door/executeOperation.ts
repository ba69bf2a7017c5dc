import type { ApolloServerPlugin } from '@apollo/server';
import {
  execute,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import { adminContext, type StaffRequest } from './adminContext.ts';
import { queryTimedOut, type AnswerBudget } from '../guards/answerBudget.ts';
import { limits } from '../guards/queryLimits.ts';

type FormatError = (described: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

/**
 * Executes operations instead of Apollo, which would wait for every field. A query whose budget is spent is answered
 * immediately, with that one error and no data. Statements that still run are ended by their own limit.
 */
export function executeOperation(format: FormatError): ApolloServerPlugin<StaffRequest> {
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ schema, document, operation, request, contextValue, response }) => {
        // Apollo answers that there is no such operation.
        if (!operation) return null;
        const executing = execute({
          schema,
          document,
          contextValue: adminContext(contextValue, operation),
          variableValues: request.variables ?? {},
          operationName: request.operationName ?? null,
        });
        const isQuery = operation.operation === OperationTypeNode.QUERY;
        const result = await (isQuery ? withinBudget(executing, contextValue.budget) : executing);
        const { errors, data } = boundErrors(result, isQuery);
        const formatted = errors?.map((error) => format(describe(error), error));
        const singleResult = { ...(formatted && { errors: formatted }), data: data ?? null };
        return { http: response.http, body: { kind: 'single', singleResult } };
      },
    }),
  };
}

async function withinBudget(executing: ReturnType<typeof execute>, budget: AnswerBudget): Promise<ExecutionResult> {
  const timer = setTimeout(() => budget.giveUp(queryTimedOut()), budget.timeLeftMs);
  try {
    return await Promise.race([executing, budget.spent.then((failure) => ({ errors: [failure], data: null }))]);
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps the first errors: one fault can affect thousands of fields. Data without all its errors would mislead. */
function boundErrors({ errors, data }: ExecutionResult, isQuery: boolean): ExecutionResult {
  if (!errors || errors.length <= limits.errors) return { ...(errors && { errors }), data: data ?? null };
  return { errors: errors.slice(0, limits.errors), data: isQuery ? null : (data ?? null) };
}

/** Describes an error as Apollo would. */
function describe(error: GraphQLError): GraphQLFormattedError {
  return { ...error.toJSON(), extensions: { code: 'INTERNAL_SERVER_ERROR', ...error.extensions } };
}
