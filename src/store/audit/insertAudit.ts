import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import type { AuditRecord } from './audit.ts';

/**
 * Returns the statement that writes what `audit` writes, to be a part of the one that makes the change. It inserts
 * nothing if the change was not made by staff.
 */
export function insertAudit({ actor, reason }: Store, { action, target, detail }: AuditRecord): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_entry (actor, actor_key_id, action, target, reason, detail)
    SELECT ${actor?.name ?? null}::text, ${actor?.keyId ?? null}::text, ${action}::text, ${target}::text, ${reason}::text,
      ${JSON.stringify(detail ?? {})}::text
    WHERE ${actor !== null}::boolean`;
}
