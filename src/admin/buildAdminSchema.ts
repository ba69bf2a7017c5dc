import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { ApiKeyResolver } from './apiKeyResolver.ts';
import { AuditResolver } from './auditResolver.ts';
import { DateTime } from './dateTime.ts';
import { DeliveryMutations } from './deliveryMutations.ts';
import { DeliveryAttemptResolver, DeliveryResolver } from './deliveryResolver.ts';
import { DiagnosisResolver } from './diagnosisResolver.ts';
import { GoodsResolver } from './goodsResolver.ts';
import { NodeResolver } from './nodeResolver.ts';
import { OrderResolver } from './orderResolver.ts';
import { PluginLists } from './pluginLists.ts';
import { PluginResolver } from './pluginResolver.ts';
import { RejectedRequestResolver } from './rejectedRequestResolver.ts';
import { RefusedPaymentResolver } from './refusedPaymentResolver.ts';
import { requireRole } from './role.ts';
import { StatsResolver } from './statsResolver.ts';
import { UserResolver } from './userResolver.ts';

export async function buildAdminSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      PluginResolver,
      PluginLists,
      UserResolver,
      GoodsResolver,
      OrderResolver,
      DeliveryResolver,
      DeliveryAttemptResolver,
      DeliveryMutations,
      ApiKeyResolver,
      StatsResolver,
      RejectedRequestResolver,
      RefusedPaymentResolver,
      DiagnosisResolver,
      AuditResolver,
      NodeResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    authChecker: requireRole,
    // Values are checked by the rules that the REST door uses too.
    validate: false,
    // Apollo validates the schema again when it starts.
    skipCheck: true,
  });
  // type-graphql makes these two itself, without one.
  schema.getQueryType()!.description = 'What staff may look at.';
  schema.getMutationType()!.description = 'What staff may do; each change is in the audit log.';
  return schema;
}
