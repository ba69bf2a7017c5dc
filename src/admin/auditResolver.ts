import { Args, Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { readPageRequest } from '../rules/page.ts';
import { countAuditEntries, findAuditEntries } from '../store/auditLog.ts';
import type { AdminContext } from './adminContext.ts';
import { AuditEntry, AuditEntryConnection } from './auditTypes.ts';
import { ForwardPageArgs, toConnection, type Connection } from './connection.ts';
import { Role } from './role.ts';

@Resolver()
export class AuditResolver {
  @Authorized(Role.ADMIN)
  @Query(() => AuditEntryConnection, { description: 'What staff did, the newest first. For the role ADMIN.' })
  async auditLog(
    @Args(() => ForwardPageArgs) page: ForwardPageArgs,
    @Ctx() { settings }: AdminContext,
  ): Promise<Connection<AuditEntry>> {
    return toConnection(
      await findAuditEntries(settings.store, readPageRequest(page, 'auditEntry')),
      ({ at, id }) => ({ kind: 'auditEntry', time: at, id: id.toString() }),
      (row) => new AuditEntry(row),
      () => countAuditEntries(settings.store),
    );
  }
}
