import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { ApiKeyResolver } from '../keys/apiKeyResolver.ts';
import { AuditResolver } from '../audit/auditResolver.ts';
import { BacklogResolver } from '../stats/backlogResolver.ts';
import { DateTime } from './dateTime.ts';
import { DeliveryMutations } from '../deliveries/deliveryMutations.ts';
import { DeliveryAttemptResolver, DeliveryResolver } from '../deliveries/deliveryResolver.ts';
import { DiagnosisResolver } from '../diagnosis/diagnosisResolver.ts';
import { GoodsResolver } from '../goods/goodsResolver.ts';
import { NodeResolver } from './nodeResolver.ts';
import { OrderResolver } from '../orders/orderResolver.ts';
import { PlatformResolver } from '../platform/platformResolver.ts';
import { ListsOfPlugin } from '../plugins/listsOfPlugin.ts';
import { PluginResolver } from '../plugins/pluginResolver.ts';
import { RejectedRequestResolver } from '../rejections/rejectedRequestResolver.ts';
import { RefusedPaymentResolver } from '../orders/refusedPaymentResolver.ts';
import { ResendOrdersResolver } from '../orders/resendOrdersResolver.ts';
import { requireRole } from '../door/role.ts';
import { StatsResolver } from '../stats/statsResolver.ts';
import { AccessTokenResolver } from '../users/accessTokenResolver.ts';
import { UserResolver } from '../users/userResolver.ts';

export async function buildAdminSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      PluginResolver,
      ListsOfPlugin,
      UserResolver,
      AccessTokenResolver,
      GoodsResolver,
      OrderResolver,
      ResendOrdersResolver,
      DeliveryResolver,
      DeliveryAttemptResolver,
      DeliveryMutations,
      ApiKeyResolver,
      StatsResolver,
      BacklogResolver,
      RejectedRequestResolver,
      RefusedPaymentResolver,
      DiagnosisResolver,
      AuditResolver,
      PlatformResolver,
      NodeResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    authChecker: requireRole,
    // Values are checked by the rules that the REST door uses too.
    validate: false,
    // Apollo validates the schema again when it starts.
    skipCheck: true,
  });
  // type-graphql makes these two types itself, without a description.
  schema.getQueryType()!.description = 'The queries of staff.';
  schema.getMutationType()!.description = 'The changes that staff can make. Each is in the audit log.';
  return schema;
}
