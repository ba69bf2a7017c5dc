import { expect, it } from 'vitest';
import { buildAdminSchema } from '../../src/admin/graphql/buildAdminSchema.ts';
import { auditActions } from '../../src/store/audit/auditActions.ts';

/** Written by `npm run reseal`. */
const commands = ['reseal'];

it('every mutation has an action in the audit log, and every action is a mutation or a command', async () => {
  const mutations = Object.keys((await buildAdminSchema()).getMutationType()!.getFields());
  expect(Object.keys(auditActions).toSorted()).toEqual([...mutations, ...commands].toSorted());
});
