import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { Locals } from 'express-serve-static-core';
import { leaveSecretsOut } from '../../rules/signing/redactedCanonicalString.ts';
import type { AdminContext } from './adminContext.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The operation's name, when there is one; in it nothing that looks like a secret. */
    operation?: string;
    /** query or mutation. */
    operationType?: string;
    /** The codes of what was answered instead of data, each once. */
    errorCodes?: readonly string[];
  }
}

const longestName = 64;

/** Notes which operation was asked for, and what was wrong with it, for whoever watches the requests. */
export function observeOperation(): ApolloServerPlugin<AdminContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ contextValue: { locals }, operation, operationName, response: { body } }) => {
        if (operation) locals.operationType = operation.operation;
        if (operationName) locals.operation = leaveSecretsOut(operationName).slice(0, longestName);
        if (body.kind === 'single') noteErrors(locals, body.singleResult.errors);
      },
    }),
  };
}

/** The codes are ours and GraphQL's: a caller cannot make one up. */
export function noteErrors(locals: Locals, errors: readonly Pick<GraphQLFormattedError, 'extensions'>[] = []): void {
  const codes = errors.map(({ extensions }) => extensions?.['code']);
  locals.errorCodes = [...new Set(codes.filter((code) => typeof code === 'string'))];
}
