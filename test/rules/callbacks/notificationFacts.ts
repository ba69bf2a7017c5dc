import type { NotificationFacts } from '../../../src/rules/callbacks/notification.ts';

/** A time of the day of all these tests, in UTC. */
export const at = (time: string) => new Date(`2021-06-22T${time}Z`);
const url = 'https://example.com/paid';
/** An attempt that the receiver refused. */
export const refused: NonNullable<NotificationFacts['lastAttempt']> = {
  number: 2,
  trigger: 'AUTOMATIC',
  outcome: 'UNEXPECTED_STATUS',
  httpStatus: 500,
  error: null,
  hint: null,
  remoteAddress: null,
};
/** One that it acknowledged. */
export const acknowledged: NonNullable<NotificationFacts['lastAttempt']> = {
  ...refused,
  trigger: 'MANUAL',
  outcome: 'ACKNOWLEDGED',
  httpStatus: 200,
};

/** A paid order of a plugin that has a callback URL, with a delivery that waits for its first notification. */
export function facts(given: Partial<NotificationFacts> = {}, delivery: Partial<NotificationFacts['delivery']> = {}) {
  return {
    isPaid: true,
    refusedPayment: null,
    acknowledgedAt: null,
    callbackUrl: url,
    isSandbox: false,
    deliveriesPaused: false,
    canSign: true,
    leaseMs: 40_000,
    lastAttempt: null,
    delivery: {
      status: 'PENDING',
      leaseExpiresAt: null,
      nextAttemptAt: at('02:37:30'),
      maxNotifications: 5,
      ...delivery,
    },
    ...given,
  } satisfies NotificationFacts;
}
