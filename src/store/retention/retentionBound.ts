import { moveRetention, type RetentionRun, type RetentionState } from '../../rules/retention/moveRetention.ts';
import { decideAndWrite, type NamedSql, type Read } from '../database/decideAndWrite.ts';
import type { Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';

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
  return decideAndWrite(store, async (read) => {
    const before = await lockState(read, run);
    const state = moveRetention(before, run);
    const isHeld = state.heldMs > 0;
    return {
      write: updateOf(state),
      result: {
        before: state.removedBefore,
        isHeld,
        isNewlyHeld: isHeld && state.heldMs > before.heldMs,
        lastMovedAt: before.movedAt,
      },
    };
  });
}

async function lockState(read: Read, run: RetentionRun): Promise<RetentionState> {
  const found = await findLocked(read);
  if (found) return found;
  await read(insertFirst(run));
  return (await findLocked(read))!;
}

async function findLocked(read: Read): Promise<RetentionState | undefined> {
  const sql = Prisma.sql`
    SELECT removed_before AS "removedBefore", moved_at AS "movedAt", held_ms::float8 AS "heldMs" FROM retention FOR UPDATE`;
  const [row] = await read<RetentionState>({ name: 'retention_lock', sql });
  return row;
}

/** Inserts the first bound, at the oldest row there is, so that an old backlog is removed in steps, too. */
function insertFirst({ now, wanted }: RetentionRun): NamedSql {
  const sql = Prisma.sql`
    INSERT INTO retention (id, removed_before, moved_at, held_ms)
    SELECT 1, LEAST(${wanted}::timestamptz,
      (SELECT min(created_at) FROM delivery),
      (SELECT min(started_at) FROM delivery_attempt),
      (SELECT min(at) FROM rejected_request),
      (SELECT min(last_at) FROM refused_payment),
      (SELECT min(expires_at) FROM access_token)), ${now}::timestamptz, 0
    ON CONFLICT DO NOTHING`;
  return { name: 'retention_insert', sql };
}

function updateOf({ removedBefore, movedAt, heldMs }: RetentionState): NamedSql {
  const sql = Prisma.sql`
    UPDATE retention SET removed_before = ${removedBefore}::timestamptz, moved_at = ${movedAt}::timestamptz,
      held_ms = ${Math.ceil(heldMs)}::bigint`;
  return { name: 'retention_move', sql };
}
