import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { ApiKeyResolver } from './apiKeyResolver.ts';
import { DateTime } from './dateTime.ts';
import { DeliveryMutations } from './deliveryMutations.ts';
import { DeliveryAttemptResolver, DeliveryResolver } from './deliveryResolver.ts';
import { GoodsResolver } from './goodsResolver.ts';
import { OrderResolver } from './orderResolver.ts';
import { PluginResolver } from './pluginResolver.ts';
import { requireRole } from './role.ts';
import { UserResolver } from './userResolver.ts';

export async function buildAdminSchema(): Promise<GraphQLSchema> {
  return buildSchema({
    resolvers: [
      PluginResolver,
      UserResolver,
      GoodsResolver,
      OrderResolver,
      DeliveryResolver,
      DeliveryAttemptResolver,
      DeliveryMutations,
      ApiKeyResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    authChecker: requireRole,
    // Values are checked by the rules that the REST door uses too.
    validate: false,
    // Apollo validates the schema again when it starts.
    skipCheck: true,
  });
}
