import { setTimeout as passTime } from 'node:timers/promises';
import { auditInParts } from '../audit/audit.ts';
import type { AuditRecord } from '../audit/insertAudit.ts';
import { inTransaction } from './inTransaction.ts';
import type { Client, Store } from './store.ts';

/** A change of many rows without long transactions, and without waiting for anyone's lock. */
export interface Batches<Row extends { id: string }, State> {
  /** Returns the next rows to change; `after` is the last row of the batch before. */
  find(after: Row | null, size: number): Promise<Row[]>;
  /** Locks those of the rows that nobody else has locked. Returns their states by id, as `change` needs them. */
  lock(tx: Client, ids: readonly string[]): Promise<ReadonlyMap<string, State>>;
  /** Changes the locked rows that still need it. Returns how many. */
  change(tx: Client, locked: ReadonlyMap<string, State>): Promise<number>;
  /** Returns the ids of the rows that exist and still need the change, as committed by now. */
  findLeft(tx: Client, ids: string[]): Promise<string[]>;
}

export interface ChangedRows {
  count: number;
  /** True: time ran out or some rows stayed locked, so not all are changed. */
  isPartial: boolean;
}

/** The size of a batch. It is small, so that transactions are short and locks disturb nobody. */
const batch = 250;
/** The wait for rows that others hold, mostly for milliseconds. */
const pauseMs = 100;

/**
 * Changes many rows in transactions of a few, until all are changed or `hasTime` returns false. Each transaction
 * updates the one audit entry, so it has the right number of changed rows even after a crash.
 */
export async function changeInBatches<Row extends { id: string }, State>(
  store: Store,
  { detail, ...record }: AuditRecord,
  { find, lock, change, findLeft }: Batches<Row, State>,
  hasTime: () => boolean,
): Promise<ChangedRows> {
  const done = { count: 0, isPartial: true };
  const note = await auditInParts(store, { ...record, detail: { ...detail, ...done } });

  /**
   * Changes a batch, and returns the ids that others have locked. Removed rows are left out, because waiting for them
   * would be useless.
   */
  async function changeBatch(ids: readonly string[]): Promise<string[]> {
    const changed = await inTransaction(store, async (tx) => {
      const locked = await lock(tx, ids);
      const count = await change(tx, locked);
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
