export interface PaidOrder {
  id: string;
  delivery: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED' | null;
  isAcknowledged: boolean;
  attemptCount: number;
  maxNotifications: number;
  /** In flight, or due within a minute: there was time for it. */
  isOutstanding: boolean;
}

export interface AttemptEntry {
  orderId: string;
  number: number;
  trigger: 'AUTOMATIC' | 'MANUAL';
  outcome: string;
  /** So it was recorded, even if the attempt had been given up before and stays ABANDONED. */
  isAcknowledged: boolean;
  /** False: its process had no time left to send it, and it does not count. */
  mayHaveArrived: boolean;
}

/** One POST that a receiver got. */
export interface ReceivedPost {
  orderId: string;
  attempt: number;
  /** Its signature verifies over what it says. */
  isGenuine: boolean;
  /** SUCCESS was sent whole, though perhaps nobody read it. */
  isAcknowledged: boolean;
}

export interface LedgerInput {
  /** Orders that a client was told are paid. */
  toldPaid: readonly string[];
  /** The paid orders in the database. */
  paid: readonly PaidOrder[];
  attempts: readonly AttemptEntry[];
  received: readonly ReceivedPost[];
}

export interface Ledger {
  counts: Record<string, number>;
  /** Only the sentences that are true, each with some of the orders; empty: it balances. */
  broken: Record<string, string[]>;
}

/** Outcomes that say that the answer was not read whole: the receiver may well have sent SUCCESS. */
const unread = ['ABANDONED', 'TIMED_OUT', 'CONNECTION_FAILED'];

/** Compares what clients were told, what the database has and what receivers got. */
export function balanceLedger({ toldPaid, paid, attempts, received }: LedgerInput): Ledger {
  const rowOf = new Map(attempts.map((row) => [keyOf(row.orderId, row.number), row]));
  const rowsOf = groupBy(attempts, ({ orderId }) => orderId);
  const rows = (id: string) => rowsOf.get(id) ?? [];
  const outcomeOf = (post: ReceivedPost) => rowOf.get(keyOf(post.orderId, post.attempt))?.outcome;
  const acknowledgements = received.filter((post) => post.isAcknowledged);
  const acknowledgedKeys = new Set(acknowledgements.map((post) => keyOf(post.orderId, post.attempt)));
  const paidIds = new Set(paid.map(({ id }) => id));
  const where = (isBroken: (order: PaidOrder) => boolean) => paid.filter(isBroken).map(({ id }) => id);
  const posts = (isBroken: (post: ReceivedPost) => boolean) =>
    received.filter(isBroken).map((post) => keyOf(post.orderId, post.attempt));
  const count = (status: PaidOrder['delivery']) => paid.filter(({ delivery }) => delivery === status).length;

  const doubles = [...groupBy(acknowledgements, ({ orderId }) => orderId)].filter(([, { length }]) => length > 1);
  const seen = new Set<string>();
  const broken = {
    'a client was told that it is paid, and it is not': toldPaid.filter((id) => !paidIds.has(id)),
    'paid, and neither delivered, exhausted, cancelled nor scheduled': where(({ delivery }) => delivery === null),
    'still to be sent, although there was time': where(({ isOutstanding }) => isOutstanding),
    'a POST without a row': posts((post) => outcomeOf(post) === undefined),
    'a POST whose row says that it was never sent': posts(
      ({ orderId, attempt }) => rowOf.get(keyOf(orderId, attempt))?.mayHaveArrived === false,
    ),
    'one attempt that arrived twice': posts(
      ({ orderId, attempt }) => seen.size === seen.add(keyOf(orderId, attempt)).size,
    ),
    'a signature that does not verify': posts(({ isGenuine }) => !isGenuine),
    'more automatic attempts than the maximum': where(
      ({ id, maxNotifications }) => rows(id).filter(isCounted).length > maxNotifications,
    ),
    'given up before the maximum': where(
      ({ id, delivery, maxNotifications }) =>
        delivery === 'EXHAUSTED' && rows(id).filter(isCounted).length < maxNotifications,
    ),
    'attempts that were counted and have no row': where(({ id, attemptCount }) => rows(id).length !== attemptCount),
    'order, delivery and attempts disagree': where(({ id, delivery, isAcknowledged }) => {
      const hasRow = rows(id).some((row) => row.isAcknowledged);
      return isAcknowledged !== hasRow || (delivery === 'DELIVERED') !== hasRow;
    }),
    'SUCCESS was sent, and the row says that something else was read': acknowledgements
      .filter((post) => !['ACKNOWLEDGED', ...unread].includes(outcomeOf(post) ?? ''))
      .map((post) => keyOf(post.orderId, post.attempt)),
    'SUCCESS was recorded, and no receiver sent it': attempts
      .filter(({ orderId, number, isAcknowledged }) => isAcknowledged && !acknowledgedKeys.has(keyOf(orderId, number)))
      .map(({ orderId, number }) => keyOf(orderId, number)),
    'acknowledged twice, and no row says why': doubles
      .filter(([, all]) => all.filter(isUnexplained).length > 1)
      .map(([orderId]) => orderId),
  };
  function isUnexplained(post: ReceivedPost): boolean {
    const row = rowOf.get(keyOf(post.orderId, post.attempt));
    return !row || (row.trigger === 'AUTOMATIC' && !unread.includes(row.outcome));
  }

  return {
    counts: {
      'told paid': toldPaid.length,
      paid: paid.length,
      '= delivered': count('DELIVERED'),
      '+ scheduled': count('PENDING'),
      '+ exhausted': count('EXHAUSTED'),
      '+ cancelled': count('CANCELLED'),
      attempts: attempts.length,
      'of them abandoned': attempts.filter(({ outcome }) => outcome === 'ABANDONED').length,
      'POSTs received': received.length,
      'acknowledged more than once': doubles.length,
    },
    broken: Object.fromEntries(
      Object.entries(broken)
        .filter(([, found]) => found.length > 0)
        .map(([sentence, found]) => [sentence, found.slice(0, 5)]),
    ),
  };
}

function keyOf(orderId: string, attempt: number): string {
  return `${orderId} ${attempt}`;
}

function isCounted({ trigger, mayHaveArrived }: AttemptEntry): boolean {
  return trigger === 'AUTOMATIC' && mayHaveArrived;
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
