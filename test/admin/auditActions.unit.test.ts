import { expect, it } from 'vitest';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';
import { auditActions } from '../../src/store/audit/auditActions.ts';

/** Written by `npm run reseal`. */
const commands = ['reseal'];
/** Written at /console/sign-in and /console/sign-out. */
const ofSessions = ['signIn', 'signOut', 'signInWithRevokedKey'];

it('every mutation has an action in the audit log, and every other action is of a command or a session', async () => {
  const mutations = Object.keys((await buildAdminSchema()).getMutationType()!.getFields());
  expect(Object.keys(auditActions).toSorted()).toEqual([...mutations, ...commands, ...ofSessions].toSorted());
});
