import { inTransaction } from '../database/inTransaction.ts';
import type { Store } from '../database/store.ts';
import { isCallable, waitingPlugins } from './waitingPlugins.ts';

/** The numbers of live deliveries to send, as far as they are counted. What sandbox plugins wait for alarms nobody. */
export interface DeliveryGauges {
  /** Deliveries that are PENDING. */
  pending: number;
  /** Deliveries that could be sent now: they are due, and their plugin is neither paused nor without a URL. */
  due: number;
  /** The time for which the first of those has been due. 0: there is none. */
  oldestDueAgeSeconds: number;
}

/** The largest number that is counted, so that the cost of counting does not grow with the backlog. */
export const largestCount = 100_000;

const statementTimeoutMs = 2000;

/**
 * Reads indexes only, and of them no more than `largestCount` entries for each figure and one for each plugin that has
 * something waiting.
 */
export async function measureDeliveries({ prisma }: Store, now: Date): Promise<DeliveryGauges> {
  return inTransaction({ prisma }, async (tx) => {
    // On a small table the planner would rather read it all, and would still do so while it grows.
    await tx.$queryRaw`
      SELECT set_config('statement_timeout', ${String(statementTimeoutMs)}, true), set_config('enable_seqscan', 'off', true)`;
    const [gauges] = await tx.$queryRaw<[DeliveryGauges]>`
      WITH RECURSIVE ${waitingPlugins},
      callable AS (
        SELECT plugin.id FROM waiting JOIN plugin ON plugin.id = waiting.plugin_id
        WHERE ${isCallable} AND NOT plugin.sandbox
      ),
      counted_pending AS (
        SELECT 1 FROM delivery WHERE status = 'PENDING' AND sandbox IS NULL LIMIT ${largestCount}::int
      ),
      counted_due AS (
        SELECT 1 FROM callable CROSS JOIN LATERAL (
          SELECT 1 FROM delivery
          WHERE plugin_id = callable.id AND lease_token IS NULL
            AND due_at <= ${now}::timestamptz) AS due
        LIMIT ${largestCount}::int
      ),
      oldest_due AS (
        SELECT min(first.due_at) AS due_at FROM callable CROSS JOIN LATERAL (
          SELECT due_at FROM delivery
          WHERE plugin_id = callable.id AND lease_token IS NULL
            AND due_at <= ${now}::timestamptz
          ORDER BY due_at LIMIT 1) AS first
      )
      SELECT (SELECT count(*)::int FROM counted_pending) AS pending,
        (SELECT count(*)::int FROM counted_due) AS due,
        COALESCE((SELECT extract(epoch FROM ${now}::timestamptz - due_at)::float8 FROM oldest_due), 0)
          AS "oldestDueAgeSeconds"`;
    return gauges;
  });
}
