import { moveRetention, type RetentionRun, type RetentionState } from '../../rules/retention/moveRetention.ts';
import { inTransaction } from '../database/inTransaction.ts';
import type { Client, Store } from '../database/store.ts';

export interface RetentionBound {
  /** The time before which everything may be removed. */
  before: Date;
  /** The clock has jumped, and nothing more is removed for some days. */
  isHeld: boolean;
  /** True: it is held from this run on. */
  isNewlyHeld: boolean;
  /** The time of the last move before, by any process. */
  lastMovedAt: Date;
}

/** Moves the one bound of all processes, and returns it; see `moveRetention`. */
export async function moveRetentionBound(store: Store, run: RetentionRun): Promise<RetentionBound> {
  return inTransaction(store, async (tx) => {
    const before = await lockState(tx, run);
    const state = moveRetention(before, run);
    await tx.retention.updateMany({ data: { ...state, heldMs: BigInt(Math.ceil(state.heldMs)) } });
    const isHeld = state.heldMs > 0;
    return {
      before: state.removedBefore,
      isHeld,
      isNewlyHeld: isHeld && state.heldMs > before.heldMs,
      lastMovedAt: before.movedAt,
    };
  });
}

async function lockState(tx: Client, run: RetentionRun): Promise<RetentionState> {
  const found = await findLocked(tx);
  if (found) return found;
  await insertFirst(tx, run);
  return (await findLocked(tx))!;
}

async function findLocked(tx: Client): Promise<RetentionState | undefined> {
  const [row] = await tx.$queryRaw<(Omit<RetentionState, 'heldMs'> & { heldMs: bigint })[]>`
    SELECT removed_before AS "removedBefore", moved_at AS "movedAt", held_ms AS "heldMs" FROM retention FOR UPDATE`;
  return row && { ...row, heldMs: Number(row.heldMs) };
}

/** Inserts the first bound, at the oldest row there is, so that an old backlog is removed in steps, too. */
async function insertFirst(tx: Client, { now, wanted }: RetentionRun): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention (id, removed_before, moved_at, held_ms)
    SELECT 1, LEAST(${wanted}::timestamptz,
      (SELECT min(created_at) FROM delivery),
      (SELECT min(started_at) FROM delivery_attempt),
      (SELECT min(at) FROM rejected_request),
      (SELECT min(last_at) FROM refused_payment),
      (SELECT min(expires_at) FROM access_token)), ${now}::timestamptz, 0
    ON CONFLICT DO NOTHING`;
}
