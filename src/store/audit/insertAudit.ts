import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import type { AuditAction } from './auditActions.ts';

export interface AuditRecord {
  action: AuditAction;
  /** The id of the object of the action. */
  target: string;
  /** The change; never a secret, a token or a key. */
  detail?: object;
}

/**
 * Returns the statement that records what staff did, to be sent alone or as a part of the one that makes the change. It
 * inserts nothing if the change was not made by staff. The time is that at which the transaction began, by the
 * database's clock.
 */
export function insertAudit({ actor, reason }: Store, { action, target, detail }: AuditRecord): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_entry (actor, actor_key_id, action, target, reason, detail)
    SELECT ${actor?.name ?? null}::text, ${actor?.keyId ?? null}::text, ${action}::text, ${target}::text, ${reason}::text,
      ${JSON.stringify(detail ?? {})}::text
    WHERE ${actor !== null}::boolean`;
}
