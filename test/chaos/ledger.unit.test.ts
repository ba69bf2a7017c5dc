import { expect, it } from 'vitest';
import { balanceLedger, type LedgerInput } from './ledger.ts';

/** Order a: acknowledged at once. b: an abandoned attempt that had arrived, then acknowledged. c: exhausted. d: scheduled. */
function balanced() {
  const order = {
    isAcknowledged: true,
    attemptCount: 1,
    maxNotifications: 2,
    isOutstanding: false,
    delivery: 'DELIVERED' as const,
  };
  const row = {
    number: 1,
    trigger: 'AUTOMATIC' as const,
    outcome: 'ACKNOWLEDGED',
    isAcknowledged: true,
    mayHaveArrived: true,
  };
  const post = { attempt: 1, isGenuine: true, isAcknowledged: true };
  return {
    toldPaid: ['a', 'b', 'c'],
    paid: [
      { ...order, id: 'a' },
      { ...order, id: 'b', attemptCount: 2 },
      { ...order, id: 'c', attemptCount: 2, isAcknowledged: false, delivery: 'EXHAUSTED' as const },
      { ...order, id: 'd', attemptCount: 0, isAcknowledged: false, delivery: 'PENDING' as const },
    ],
    attempts: [
      { ...row, orderId: 'a' },
      { ...row, orderId: 'b', outcome: 'ABANDONED', isAcknowledged: false },
      { ...row, orderId: 'b', number: 2 },
      { ...row, orderId: 'c', outcome: 'UNEXPECTED_STATUS', isAcknowledged: false },
      { ...row, orderId: 'c', number: 2, outcome: 'TIMED_OUT', isAcknowledged: false },
    ],
    received: [
      { ...post, orderId: 'a' },
      { ...post, orderId: 'b' },
      { ...post, orderId: 'b', attempt: 2 },
      { ...post, orderId: 'c', isAcknowledged: false },
    ],
  } satisfies LedgerInput;
}

it('balances when every row, message and answer is explained', () => {
  const { broken, counts } = balanceLedger(balanced());
  expect(broken).toEqual({});
  expect(counts).toMatchObject({ paid: 4, '= delivered': 2, '+ exhausted': 1, '+ scheduled': 1 });
  expect(counts).toMatchObject({ 'acknowledged more than once': 1 });
});

it('balances when an acknowledgement came after its attempt was given up, and the next one failed', () => {
  const { attempts, ...rest } = balanced();
  const [late, next] = attempts.filter(({ orderId }) => orderId === 'b');
  const others = attempts.filter(({ orderId }) => orderId !== 'b');
  const received = rest.received.filter(({ orderId, attempt }) => orderId !== 'b' || attempt === 1);
  const failed = { ...next!, outcome: 'UNEXPECTED_STATUS', isAcknowledged: false };
  const found = balanceLedger({ ...rest, received, attempts: [...others, { ...late!, isAcknowledged: true }, failed] });
  expect(found.broken).toEqual({});
});

it('balances when an attempt beyond the maximum was never sent', () => {
  const { paid, attempts, ...rest } = balanced();
  const unsent = { ...attempts[3]!, number: 3, outcome: 'CONNECTION_FAILED', mayHaveArrived: false };
  const counted = paid.map((order) => (order.id === 'c' ? { ...order, attemptCount: 3 } : order));
  expect(balanceLedger({ ...rest, paid: counted, attempts: [...attempts, unsent] }).broken).toEqual({});
});

it.each<[string, (ledger: ReturnType<typeof balanced>) => LedgerInput, string[]]>([
  ['a payment is lost', (l) => ({ ...l, paid: l.paid.slice(1) }), ['a client was told that it is paid, and it is not']],
  [
    'a paid order has no delivery',
    (l) => ({ ...l, paid: l.paid.map((order) => (order.id === 'd' ? { ...order, delivery: null } : order)) }),
    ['paid, and neither delivered, exhausted, cancelled nor scheduled'],
  ],
  [
    'one is never sent',
    (l) => ({ ...l, paid: l.paid.map((order) => ({ ...order, isOutstanding: order.id === 'd' })) }),
    ['still to be sent, although there was time'],
  ],
  [
    'a row is missing',
    (l) => ({ ...l, attempts: l.attempts.filter(({ orderId }) => orderId !== 'a') }),
    [
      'a POST without a row',
      'attempts that were counted and have no row',
      'order, delivery and attempts disagree',
      'SUCCESS was sent, and the row says that something else was read',
    ],
  ],
  [
    'one attempt is sent twice',
    (l) => ({ ...l, received: [...l.received, l.received[3]!] }),
    ['one attempt that arrived twice'],
  ],
  [
    'one is sent that is said not to have been',
    (l) => ({ ...l, attempts: l.attempts.map((row) => ({ ...row, mayHaveArrived: row.orderId !== 'a' })) }),
    ['a POST whose row says that it was never sent'],
  ],
  [
    'a body is signed wrongly',
    (l) => ({ ...l, received: l.received.map((post) => ({ ...post, isGenuine: post.orderId !== 'a' })) }),
    ['a signature that does not verify'],
  ],
  [
    'one is sent beyond the maximum',
    (l) => ({ ...l, paid: l.paid.map((order) => (order.id === 'c' ? { ...order, maxNotifications: 1 } : order)) }),
    ['more automatic attempts than the maximum'],
  ],
  [
    'one is given up too early',
    (l) => ({ ...l, paid: l.paid.map((order) => (order.id === 'c' ? { ...order, maxNotifications: 3 } : order)) }),
    ['given up before the maximum'],
  ],
  [
    'a receiver is forgotten',
    (l) => ({ ...l, received: l.received.filter(({ orderId }) => orderId !== 'a') }),
    ['SUCCESS was recorded, and no receiver sent it'],
  ],
  [
    'SUCCESS is taken for a refusal',
    (l) => ({
      ...l,
      paid: l.paid.map((order) =>
        order.id === 'a' ? { ...order, isAcknowledged: false, delivery: 'PENDING' } : order,
      ),
      attempts: l.attempts.map((row) =>
        row.orderId === 'a' ? { ...row, outcome: 'UNEXPECTED_BODY', isAcknowledged: false } : row,
      ),
    }),
    ['SUCCESS was sent, and the row says that something else was read'],
  ],
  [
    'a double has no abandoned row',
    (l) => ({
      ...l,
      attempts: l.attempts.map((row) => ({ ...row, outcome: row.outcome.replace('ABANDONED', 'ACKNOWLEDGED') })),
    }),
    ['acknowledged twice, and no row says why'],
  ],
])('does not balance when %s', (_what, breakIt, sentences) => {
  expect(Object.keys(balanceLedger(breakIt(balanced())).broken)).toEqual(sentences);
});
