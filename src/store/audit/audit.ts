import type { PageRequest } from '../../rules/values/page.ts';
import { keysetPage, type Page } from '../database/keysetPage.ts';
import type { AuditEntry } from '../generated/client.ts';
import type { Client, Store, StoreActor } from '../database/store.ts';
import { insertAudit, type AuditRecord } from './insertAudit.ts';

export type { AuditEntry };

/** Returns the same store, which records every change as this actor's. */
export function actingAs(store: Store, actor: StoreActor): Store {
  return { ...store, actor };
}

/** Returns the same store, which records every change with this reason. */
export function withReason(store: Store, reason: string | null | undefined): Store {
  return { ...store, reason: reason ?? null };
}

/** Records what staff did, in the transaction that does it. Changes that were not made by staff are not recorded. */
export async function audit(store: Store, tx: Client, record: AuditRecord): Promise<void> {
  if (store.actor !== null) await tx.$executeRaw(insertAudit(store, record));
}

/**
 * Writes the entry of a change that takes many transactions. Returns a function that gives the entry a new detail, to be
 * called in each of the transactions.
 */
export async function auditInParts(
  store: Store,
  record: AuditRecord,
): Promise<(tx: Client, detail: object) => Promise<void>> {
  const [entry] = await store.prisma.$queryRaw<{ id: bigint }[]>`${insertAudit(store, record)} RETURNING id`;
  return async (tx, detail) => {
    if (entry) await tx.auditEntry.update({ where: entry, data: { detail: JSON.stringify(detail) } });
  };
}

/** Records an action of staff that changes nothing in the database. */
export async function auditAlone(store: Store, record: AuditRecord): Promise<void> {
  await audit(store, store.prisma, record);
}

/** Returns the old and the new value of each field that has changed. */
export function changesBetween<Row extends object>(before: Row, after: Row): Record<string, [unknown, unknown]> {
  const names = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    names.flatMap((name): [string, [unknown, unknown]][] =>
      before[name] === after[name] || before[name] instanceof Date ? [] : [[name, [before[name], after[name]]]],
    ),
  );
}

/** Returns what staff did, the newest first. */
export async function findAuditEntries({ prisma }: Store, request: PageRequest): Promise<Page<AuditEntry>> {
  return keysetPage(request, { time: 'at', id: 'id', readId: BigInt }, (page) => prisma.auditEntry.findMany(page));
}

export async function findAuditEntry({ prisma }: Store, id: bigint): Promise<AuditEntry | null> {
  return prisma.auditEntry.findUnique({ where: { id } });
}

export async function countAuditEntries({ prisma }: Store): Promise<number> {
  return prisma.auditEntry.count();
}
