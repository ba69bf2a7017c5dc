import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode } from 'graphql';
import type { AdminContext } from './adminContext.ts';

/** Mutations are made where no query of staff holds the connections. */
export function chooseStore(): ApolloServerPlugin<AdminContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation, contextValue: { settings } }) => {
        if (operation?.operation === OperationTypeNode.MUTATION) settings.store = settings.changesStore;
      },
    }),
  };
}
