import { graphql, isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredArgument } from 'graphql';
import { isRequiredInputField, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Role } from '../../src/admin/door/role.ts';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';

const schema = await buildAdminSchema();

/** Who may do what, beyond those before. */
const contract = {
  VIEWER: {
    Query: [
      'deliveries',
      'delivery',
      'deliveryAttempts',
      'deliveryStats',
      'diagnoseSignature',
      'goods',
      'goodsList',
      'me',
      'node',
      'order',
      'orders',
      'platform',
      'plugin',
      'pluginBacklogs',
      'plugins',
      'refusedPayments',
      'rejectedRequests',
      'user',
      'users',
    ],
    Mutation: [],
  },
  OPERATOR: {
    Query: ['resendPreview'],
    Mutation: [
      'cancelDelivery',
      'checkCallbackUrl',
      'createDeliveries',
      'payOrder',
      'resendDeliveries',
      'resendDelivery',
      'resendOrders',
    ],
  },
  ADMIN: {
    Query: ['apiKeys', 'auditLog'],
    Mutation: [
      'createApiKey',
      'createGoods',
      'createOrder',
      'createPlugin',
      'createUser',
      'issueAccessToken',
      'resetPluginSecret',
      'revokeApiKey',
      'updatePlugin',
      'updateUser',
    ],
  },
};

type Root = 'Query' | 'Mutation';
const roots: Root[] = ['Query', 'Mutation'];
const fieldsOf = (root: Root) => Object.values(rootType(schema, root).getFields());

function rootType(of: GraphQLSchema, root: Root) {
  return root === 'Query' ? of.getQueryType()! : of.getMutationType()!;
}

/** A literal that GraphQL takes for a value of the type. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  const literals: Record<string, string> = {
    Int: '1',
    Float: '1',
    Boolean: 'true',
    DateTime: '"2021-06-22T00:00:00Z"',
  };
  return literals[type.name] ?? '"x"';
}

/** The fields that are not refused to a role. No resolver gets further than to its settings: there are none. */
async function allowed(root: Root, role: string): Promise<string[]> {
  const actor = { name: 'Ann', role };
  const names = await Promise.all(
    fieldsOf(root).map(async ({ name, args }) => {
      const required = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literal(arg.type)}`);
      const given = required.length > 0 ? `(${required.join(', ')})` : '';
      const { errors } = await graphql({
        schema,
        source: `${root.toLowerCase()} { ${name}${given} { __typename } }`,
        contextValue: { actor, findActorNow: async () => actor, settings: {} },
      });
      const [error] = errors ?? [];
      // Only who asks is known without settings.
      expect(error ? error.path : ['me'], `${name}: ${error?.message}`).toEqual([name]);
      return error?.extensions['code'] === 'FORBIDDEN' ? [] : [name];
    }),
  );
  return names.flat().toSorted();
}

describe('a key', () => {
  it.each([
    { role: Role.VIEWER, includes: [contract.VIEWER] },
    { role: Role.OPERATOR, includes: [contract.VIEWER, contract.OPERATOR] },
    { role: Role.ADMIN, includes: [contract.VIEWER, contract.OPERATOR, contract.ADMIN] },
  ])('of the role $role may do exactly what the contract says', async ({ role, includes }) => {
    for (const root of roots) {
      const expected = includes.flatMap((part): string[] => part[root]).toSorted();
      expect(await allowed(root, role)).toEqual(expected);
    }
  });

  it.each(roots)('without a role may do nothing: every field of %s asks for one', async (root) => {
    expect(fieldsOf(root).length).toBeGreaterThan(10);
    expect(await allowed(root, 'NONE')).toEqual([]);
  });
});
