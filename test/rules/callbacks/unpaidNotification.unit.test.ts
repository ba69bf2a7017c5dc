import { expect, it } from 'vitest';
import { explainNotification } from '../../../src/rules/callbacks/notification.ts';
import { facts } from './notificationFacts.ts';

const lastAt = new Date('2021-06-22T02:37:00Z');
const now = new Date('2021-06-22T02:37:10Z');
const paidAt = new Date('2021-06-22T10:36:00Z');

it.each([
  { refusedPayment: { reason: 'SOLD_OUT', paidAt: null }, why: 'the goods were sold out' },
  { refusedPayment: { reason: 'ALREADY_PAID', paidAt }, why: 'the order was paid at another time' },
  {
    refusedPayment: { reason: 'IMPLAUSIBLE_PAID_AT', paidAt },
    why: 'its paidAt, 2021-06-22T10:36:00.000Z, is implausible (check its time zone)',
  },
] as const)(
  'an unpaid order whose payment was refused says that and why: $refusedPayment.reason',
  ({ refusedPayment, why }) => {
    const unpaid = facts({
      isPaid: false,
      refusedPayment: { ...refusedPayment, lastAt },
      callbackUrl: null,
      delivery: null,
    });
    expect(explainNotification(unpaid, now)).toMatchObject({
      code: 'UNPAID',
      message: `The order is not paid. A payment was refused at 2021-06-22T02:37:00.000Z, since ${why}; the user may have paid nevertheless.`,
      nextAttemptAt: null,
    });
  },
);
