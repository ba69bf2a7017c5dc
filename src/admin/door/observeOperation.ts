import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { RequestContext } from '../../http/requestContext.ts';
import { leaveSecretsOut } from '../../rules/signing/redactedCanonicalString.ts';
import type { StaffRequest } from './adminContext.ts';

const longestName = 64;

/** Notes which operation was requested, and what was wrong with it, for the log and the metrics. */
export function observeOperation(): ApolloServerPlugin<StaffRequest> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ contextValue: { request }, operation, operationName, response: { body } }) => {
        if (operation) request.operationType = operation.operation;
        if (operationName) request.operation = leaveSecretsOut(operationName).slice(0, longestName);
        if (body.kind === 'single') noteErrors(request, body.singleResult.errors);
      },
    }),
  };
}

/** Notes the codes of errors. All of them come from us or from GraphQL, so a caller cannot make one up. */
export function noteErrors(
  request: RequestContext,
  errors: readonly Pick<GraphQLFormattedError, 'extensions'>[] = [],
): void {
  const codes = errors.map(({ extensions }) => extensions?.['code']);
  request.errorCodes = [...new Set(codes.filter((code) => typeof code === 'string'))];
}
