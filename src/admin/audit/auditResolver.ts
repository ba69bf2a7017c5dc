import { Args, Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { countAuditEntries, findAuditEntries } from '../../store/audit/audit.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { AuditEntry, AuditEntryConnection } from './auditTypes.ts';
import { ForwardPageArgs, toConnection, type Connection } from '../graphql/connection.ts';
import { Role } from '../door/role.ts';

@Resolver()
export class AuditResolver {
  @Authorized(Role.ADMIN)
  @Query(() => AuditEntryConnection, { description: 'What staff did, the newest first. For the role ADMIN.' })
  async auditLog(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Ctx() { store }: AdminContext,
  ): Promise<Connection<AuditEntry>> {
    return toConnection(
      await findAuditEntries(store, readPageRequest(page, 'auditEntry')),
      ({ at, id }) => ({ kind: 'auditEntry', time: at, id: id.toString() }),
      (row) => new AuditEntry(row),
      () => countAuditEntries(store),
    );
  }
}
