import type { ApolloServerPlugin } from '@apollo/server';
import {
  getVariableValues,
  GraphQLError,
  OperationTypeNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { limitCost } from './limitCost.ts';
import { refuseArguments } from './refuseArguments.ts';

/** Refuses a valid operation that has impossible values or asks for too much, before anything is executed. */
export function operationChecks(): ApolloServerPlugin {
  return {
    requestDidStart: async () => ({
      // Both checks are in one plugin: Apollo runs the checks of all plugins, even after the first one has refused.
      didResolveOperation: async ({ schema, document, operation, request }) => {
        if (!operation) return;
        const variables = request.variables ?? {};
        refuseArguments(schema, document, operation, readVariables(schema, operation, variables));
        limitCost(schema, document, operation, variables);
      },
    }),
  };
}

/**
 * Reads the variables. Throws at the first one whose value is impossible. Execution would describe fifty of them, each with
 * the whole value, and other callers, developers' servers among them, would wait meanwhile.
 */
function readVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Record<string, unknown> {
  const options = { maxErrors: 1, hideSuggestions: true };
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, variables, options);
  if (coerced) return coerced;
  const [{ message, nodes, originalError }] = errors as [GraphQLError];
  throw new GraphQLError(message, {
    nodes: nodes ?? null,
    originalError: originalError ?? null,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

/** Refuses subscriptions. GraphQL would find them valid although the schema has none, and fail when it executes them. */
export const refuseSubscriptions: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.operation !== OperationTypeNode.SUBSCRIPTION) return;
    context.reportError(new GraphQLError('There are no subscriptions here: repeat a query instead.', { nodes: node }));
  },
});
