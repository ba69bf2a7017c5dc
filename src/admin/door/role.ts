import { GraphQLError, OperationTypeNode } from 'graphql';
import type { AuthCheckerFn } from 'type-graphql';
import { enumType } from '../graphql/enumType.ts';
import type { AdminContext } from './adminContext.ts';
import { refusedBy } from './refusalTexts.ts';

/** The rows of keys have the roles too: `enum Role` in prisma/schema.prisma. */
export const Role = enumType(
  'Role',
  'The rights of a key. Each role may do everything that the roles before it may do.',
  {
    VIEWER: 'Reads.',
    OPERATOR: 'Also records payments, resends and cancels callbacks, and checks callback URLs.',
    ADMIN:
      'Also changes plugins, users, goods, orders, access tokens, secrets and keys, and reads the keys and the audit log.',
  },
);
export type Role = keyof typeof Role;

const ranks: Record<Role, number> = { VIEWER: 0, OPERATOR: 1, ADMIN: 2 };

/**
 * `@Authorized(role)`: the actor must have that role or one above it. Before each top-level field of a mutation operation
 * the key is looked up again, since the field before it may have revoked it.
 */
export const requireRole: AuthCheckerFn<AdminContext, Role> = async ({ context, info }, roles) => {
  const isChange = info.operation.operation === OperationTypeNode.MUTATION;
  const actor = isChange ? await context.findActorNow() : context.actor;
  if (!actor) {
    throw new GraphQLError('This key is no longer valid; this and what follows was not done.', {
      extensions: { code: 'UNAUTHENTICATED' },
    });
  }
  requireRank(actor, roles[0] ?? Role.VIEWER);
  return true;
};

/** Throws FORBIDDEN unless the actor has that role or one above it. */
export function requireRank(actor: { role: Role }, needed: Role): void {
  if (ranks[actor.role] >= ranks[needed]) return;
  const { message, extensions } = refusedBy('FORBIDDEN', 'ROLE_NEEDED', { needed, role: actor.role });
  throw new GraphQLError(message, { extensions });
}
