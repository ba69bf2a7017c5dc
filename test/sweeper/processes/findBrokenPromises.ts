import type pg from 'pg';
import type { Arrival } from './countingReceiver.ts';

/** Sentences that must never be true of a database and a receiver: only those that are, with some of the orders. */
export type BrokenPromises = Record<string, string[]>;

export interface Promises {
  broken: BrokenPromises;
  /** For the record: how many there were. */
  counts: { delivered: number; exhausted: number; attempts: number; abandoned: number; doubles: number };
}

interface OrderRow {
  id: string;
  acknowledged: boolean;
  delivery: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | null;
  leased: boolean;
  attemptCount: number;
  maxNotifications: number;
}

interface AttemptRow {
  orderId: string;
  number: number;
  trigger: 'AUTOMATIC' | 'MANUAL';
  outcome: string;
  /** So it was recorded, even if the attempt had been given up before and stays ABANDONED. */
  isAcknowledged: boolean;
  /** False: its process had no time left to send it, and it does not count. */
  mayHaveArrived: boolean;
}

/** Compares what was paid, what was recorded and what arrived, once nothing is due or in flight any more. */
export async function findBrokenPromises(client: pg.Client, arrivals: readonly Arrival[]): Promise<Promises> {
  const { rows: orders } = await client.query<OrderRow>(
    `SELECT id, acknowledged_at IS NOT NULL AS acknowledged, delivery.status::text AS delivery,
       lease_token IS NOT NULL AS leased, attempt_count AS "attemptCount", max_notifications AS "maxNotifications"
     FROM "order" LEFT JOIN delivery ON order_id = id WHERE "order".status = 'PAID'`,
  );
  const { rows: attempts } = await client.query<AttemptRow>(
    `SELECT order_id AS "orderId", number, trigger::text, outcome::text,
       outcome = 'ACKNOWLEDGED' OR (outcome = 'ABANDONED' AND http_status IS NOT NULL) AS "isAcknowledged",
       COALESCE(error NOT LIKE 'the process was stopped before it could send%', true) AS "mayHaveArrived"
     FROM delivery_attempt ORDER BY order_id, number`,
  );
  const rowsOf = groupByOrder(attempts);
  const arrivalsOf = groupByOrder(arrivals);
  const rowOf = new Map(attempts.map((row) => [`${row.orderId} ${row.number}`, row]));
  const seen = arrivals.map(({ orderId, attempt }) => `${orderId} ${attempt}`);

  const where = (isBroken: (order: OrderRow, rows: AttemptRow[]) => boolean) =>
    orders.filter((order) => isBroken(order, rowsOf.get(order.id) ?? [])).map(({ id }) => id);
  const acknowledgedTwice = orders.filter(({ id }) => acknowledgedRows(id).length > 1);
  function acknowledgedRows(id: string): (AttemptRow | undefined)[] {
    return (arrivalsOf.get(id) ?? [])
      .filter(({ isAcknowledged }) => isAcknowledged)
      .map(({ attempt }) => rowOf.get(`${id} ${attempt}`));
  }

  return {
    broken: onlyFound({
      'a paid order without a delivery': where(({ delivery }) => delivery === null),
      'a delivery or an attempt that never ended': where(
        ({ delivery, leased }, rows) =>
          delivery === 'PENDING' || leased || rows.some((row) => row.outcome === 'STARTED'),
      ),
      'more automatic attempts than the maximum': where(
        ({ maxNotifications }, rows) => automatic(rows) > maxNotifications,
      ),
      'given up before the maximum': where(
        ({ delivery, maxNotifications }, rows) => delivery === 'EXHAUSTED' && automatic(rows) !== maxNotifications,
      ),
      'numbers with gaps': where(
        ({ attemptCount }, rows) => rows.length !== attemptCount || rows.some((row, index) => row.number !== index + 1),
      ),
      'order, delivery and attempts disagree': where(({ acknowledged, delivery }, rows) => {
        const hasRow = rows.some((row) => row.isAcknowledged);
        return acknowledged !== hasRow || (delivery === 'DELIVERED') !== hasRow;
      }),
      'a POST without a row': seen.filter((key) => !rowOf.has(key)),
      'a POST whose row says that it was never sent': seen.filter((key) => rowOf.get(key)?.mayHaveArrived === false),
      'one attempt that arrived twice': seen.filter(isRepeated()),
      'an acknowledgement that was recorded and never given': attempts
        .filter(({ isAcknowledged }) => isAcknowledged)
        .filter((row) => !acknowledgedRows(row.orderId).includes(row))
        .map(({ orderId, number }) => `${orderId} ${number}`),
      'acknowledged twice, and not because an attempt was abandoned': acknowledgedTwice
        .filter(({ id }) => acknowledgedRows(id).filter((row) => row?.outcome !== 'ABANDONED').length > 1)
        .map(({ id }) => id),
    }),
    counts: {
      delivered: where(({ delivery }) => delivery === 'DELIVERED').length,
      exhausted: where(({ delivery }) => delivery === 'EXHAUSTED').length,
      attempts: attempts.length,
      abandoned: attempts.filter(({ outcome }) => outcome === 'ABANDONED').length,
      doubles: acknowledgedTwice.length,
    },
  };
}

function onlyFound(all: BrokenPromises): BrokenPromises {
  const found = Object.entries(all).filter(([, where]) => where.length > 0);
  return Object.fromEntries(found.map(([sentence, where]) => [sentence, where.slice(0, 5)]));
}

function automatic(rows: AttemptRow[]): number {
  return rows.filter(({ trigger, mayHaveArrived }) => trigger === 'AUTOMATIC' && mayHaveArrived).length;
}

function groupByOrder<Item extends { orderId: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.orderId);
    if (group) group.push(item);
    else groups.set(item.orderId, [item]);
  }
  return groups;
}

function isRepeated(): (key: string) => boolean {
  const before = new Set<string>();
  return (key) => before.size === before.add(key).size;
}
