import { GraphQLError, OperationTypeNode, type ValidationRule } from 'graphql';

/** GraphQL validates an operation of a kind that the schema does not have, and fails only when it is to execute it. */
export const refuseSubscriptions: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.operation !== OperationTypeNode.SUBSCRIPTION) return;
    context.reportError(new GraphQLError('There are no subscriptions here: ask again instead.', { nodes: node }));
  },
});
