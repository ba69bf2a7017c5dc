import type { AuditEntry } from '../generated/client.ts';
import type { Client, Store, StoreActor } from '../database/store.ts';

export type { AuditEntry };

export interface AuditRecord {
  /** The mutation. */
  action: string;
  /** The id of what was acted on. */
  target: string;
  /** What changed; never a secret, a token or a key. */
  detail?: object;
}

/** The same store, with every change from now on written down as this actor's. */
export function actingAs(store: Store, actor: StoreActor): Store {
  return { ...store, actor };
}

export function withReason(store: Store, reason: string | null | undefined): Store {
  return { ...store, reason: reason ?? null };
}

/** Writes down, in the transaction that does it, what staff did. What nobody of the staff did is not written. */
export async function audit(store: Store, tx: Client, record: AuditRecord): Promise<void> {
  await write(store, tx, record);
}

/**
 * For what takes many transactions. The entry is written now; the function that is returned gives it a new detail, in each
 * of the transactions.
 */
export async function auditInParts(
  store: Store,
  record: AuditRecord,
): Promise<(tx: Client, detail: object) => Promise<void>> {
  const id = await write(store, store.prisma, record);
  return async (tx, detail) => {
    if (id !== null) await tx.auditEntry.update({ where: { id }, data: { detail: JSON.stringify(detail) } });
  };
}

/** For what staff did that changes nothing here. */
export async function auditAlone(store: Store, record: AuditRecord): Promise<void> {
  await audit(store, store.prisma, record);
}

/** Old and new value of what is different now. */
export function changesBetween<Row extends object>(before: Row, after: Row): Record<string, [unknown, unknown]> {
  const names = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    names.flatMap((name): [string, [unknown, unknown]][] =>
      before[name] === after[name] || before[name] instanceof Date ? [] : [[name, [before[name], after[name]]]],
    ),
  );
}

async function write({ actor, reason }: Store, tx: Client, { action, target, detail }: AuditRecord) {
  if (actor === null) return null;
  const { name, keyId } = actor;
  const { id } = await tx.auditEntry.create({
    data: { actor: name, actorKeyId: keyId, action, target, reason, detail: JSON.stringify(detail ?? {}) },
    select: { id: true },
  });
  return id;
}
