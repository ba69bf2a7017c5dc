import { setTimeout as passTime } from 'node:timers/promises';
import { auditInParts, type AuditRecord } from '../audit/audit.ts';
import { inTransaction } from './inTransaction.ts';
import type { Client, Store } from './store.ts';

/** A change of many rows without long transactions, and without waiting for anyone's lock. */
export interface Batches<Row extends { id: string }> {
  /** The next rows that are to be changed; `after` is the last of those before. */
  find(after: Row | null, size: number): Promise<Row[]>;
  /** Locks those of them that nobody else has locked, and returns these. */
  lock(tx: Client, ids: readonly string[]): Promise<string[]>;
  /** Changes those that are still to be changed, all of them locked. Returns how many. */
  change(tx: Client, ids: string[]): Promise<number>;
  /** Returns the ids of those rows that exist and are still to be changed, as far as has been committed. */
  findLeft(tx: Client, ids: string[]): Promise<string[]>;
}

export interface ChangedRows {
  count: number;
  /** Time ran out, or some rows stayed locked: not all are changed. */
  isPartial: boolean;
}

/** The size of a batch. It is small, so that transactions are short and locks disturb nobody. */
const batch = 250;
/** The wait for rows that others hold, mostly for milliseconds. */
const pauseMs = 100;

/**
 * Changes many rows in transactions of a few, until all are changed or `hasTime` says no. The one audit entry says at
 * any moment how many are changed, also after a crash: each transaction updates it.
 */
export async function changeInBatches<Row extends { id: string }>(
  store: Store,
  { detail, ...record }: AuditRecord,
  { find, lock, change, findLeft }: Batches<Row>,
  hasTime: () => boolean,
): Promise<ChangedRows> {
  const done = { count: 0, isPartial: true };
  const note = await auditInParts(store, { ...record, detail: { ...detail, ...done } });

  /**
   * Changes a batch, and returns the ids that others have locked. A removed row is not among them, because to wait for
   * it would be in vain.
   */
  async function changeBatch(ids: readonly string[]): Promise<string[]> {
    const changed = await inTransaction(store, async (tx) => {
      const locked = new Set(await lock(tx, ids));
      const count = await change(tx, [...locked]);
      const soFar = done.count + count;
      if (count > 0) await note(tx, { ...detail, ...done, count: soFar });
      const others = ids.filter((id) => !locked.has(id));
      return { held: others.length > 0 ? await findLeft(tx, others) : [], soFar };
    });
    done.count = changed.soFar;
    return changed.held;
  }

  let held: string[] = [];
  for (let rows = await find(null, batch); rows.length > 0; rows = await find(rows.at(-1)!, batch)) {
    if (!hasTime()) return done;
    held.push(...(await changeBatch(rows.map(({ id }) => id))));
  }
  while (held.length > 0) {
    if (!hasTime()) return done;
    await passTime(pauseMs);
    held = [...(await changeBatch(held.slice(0, batch))), ...held.slice(batch)];
  }
  done.isPartial = false;
  await note(store.prisma, { ...detail, ...done });
  return done;
}
