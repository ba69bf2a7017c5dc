import { describe, expect, it } from 'vitest';
import { explainNotification } from '../../../src/rules/callbacks/notification.ts';
import { acknowledged, at, facts, refused } from './notificationFacts.ts';

const now = at('02:37:10');
const nothingLeft = { nextAttemptAt: null } as const;
const acknowledgedAt = at('02:40:00');

describe('why the developer was not told', () => {
  it.each([
    {
      when: 'the order is unpaid',
      given: facts({ isPaid: false, delivery: null }),
      code: 'UNPAID',
      message: 'The order is not paid.',
      next: null,
    },
    {
      when: 'the order is unpaid, whatever else there is to say of the plugin',
      given: facts({ isPaid: false, delivery: null, callbackUrl: null, deliveriesPaused: true }),
      code: 'UNPAID',
      message: 'The order is not paid.',
      next: null,
    },
    {
      when: 'there was no callback URL at payment, nor is there one now',
      given: facts({ delivery: null, callbackUrl: null }),
      code: 'NO_CALLBACK_URL',
      message: 'The plugin had no callback URL when the order was paid; there is still none.',
      next: null,
    },
    {
      when: 'there was no callback URL at payment, but there is one now',
      given: facts({ delivery: null }),
      code: 'NO_CALLBACK_URL',
      message:
        'The plugin had no callback URL when the order was paid; there is one now, and resendDelivery will use it; createDeliveries does so for all such orders.',
      next: null,
    },
    {
      when: 'the callback URL was removed',
      given: facts({ callbackUrl: null, lastAttempt: refused }),
      code: 'NO_CALLBACK_URL',
      message:
        'The callback URL was removed; notifications wait for a new one. Attempt 2 was answered with status 500.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the callback URL was removed and deliveries are paused: the address is what is missing first',
      given: facts({ callbackUrl: null, deliveriesPaused: true }),
      code: 'NO_CALLBACK_URL',
      message: 'The callback URL was removed; notifications wait for a new one.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the last attempt has an error of a library and no hint: it is said as the attempt says it',
      given: facts(
        { lastAttempt: { ...refused, outcome: 'TLS_FAILED', httpStatus: null, error: 'ERR_SSL_ODD: odd' } },
        { status: 'EXHAUSTED', ...nothingLeft },
      ),
      code: 'EXHAUSTED',
      message: 'All 5 automatic notifications failed. Attempt 2 failed to establish a secure connection.',
      next: null,
    },
    {
      when: 'the first notification is due',
      given: facts(),
      code: 'WAITING',
      message: 'The next notification is due at 2021-06-22T02:37:30.000Z.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the last attempt failed and another one follows',
      given: facts({ lastAttempt: refused }),
      code: 'WAITING',
      message: 'Attempt 2 was answered with status 500. The next notification is due at 2021-06-22T02:37:30.000Z.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'a notification was asked for after the automatic ones',
      given: facts({}, { status: 'EXHAUSTED' }),
      code: 'WAITING',
      message: 'The next notification is due at 2021-06-22T02:37:30.000Z.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'a notification was asked for after the delivery was cancelled',
      given: facts({}, { status: 'CANCELLED' }),
      code: 'WAITING',
      message: 'The next notification is due at 2021-06-22T02:37:30.000Z.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the first notification is being sent',
      given: facts({}, { leaseExpiresAt: at('02:37:40'), ...nothingLeft }),
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now.',
      next: null,
    },
    {
      when: 'a later one is being sent, and yet another is asked for',
      given: facts({ lastAttempt: refused }, { leaseExpiresAt: at('02:37:40') }),
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now. Attempt 2 was answered with status 500.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'one is being sent though deliveries were paused meanwhile',
      given: facts({ deliveriesPaused: true }, { leaseExpiresAt: at('02:37:40'), ...nothingLeft }),
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now.',
      next: null,
    },
    {
      when: 'one is being sent though the delivery was cancelled meanwhile',
      given: facts({}, { leaseExpiresAt: at('02:37:40'), status: 'CANCELLED', ...nothingLeft }),
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now.',
      next: null,
    },
    {
      when: 'the lease ends as late as one can that was given before the clock was set back',
      given: facts({}, { leaseExpiresAt: at('02:47:50'), ...nothingLeft }),
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now.',
      next: null,
    },
    {
      when: 'the lease ends later than any that can have been given by now',
      given: facts({ lastAttempt: refused }, { leaseExpiresAt: at('02:47:51'), ...nothingLeft }),
      code: 'WAITING',
      message:
        'A notification was started while the clock was far ahead, and nobody is sending it now. A sweeper gives it up ' +
        'within seconds; see whether one runs. Attempt 2 was answered with status 500.',
      next: null,
    },
    {
      when: 'one is being sent, and its lease ran out a minute ago',
      given: facts({}, { leaseExpiresAt: at('02:36:10'), ...nothingLeft }),
      code: 'IN_FLIGHT',
      message: 'A notification is being sent now.',
      next: null,
    },
    {
      when: 'one was being sent, and its lease ran out longer ago than any sweeper takes',
      given: facts({ lastAttempt: refused }, { leaseExpiresAt: at('02:36:09'), ...nothingLeft }),
      code: 'WAITING',
      message:
        'The process that was sending a notification should have ended by 2021-06-22T02:36:09.000Z, and no sweeper has taken over. See whether one runs. Attempt 2 was answered with status 500.',
      next: null,
    },
    {
      when: 'the next one has been due for longer than a sweeper takes',
      given: facts({ lastAttempt: refused }, { nextAttemptAt: at('02:36:09') }),
      code: 'WAITING',
      message:
        'Attempt 2 was answered with status 500. The next notification has been due since 2021-06-22T02:36:09.000Z. It waits for others of this plugin whose receiver is slow, or no sweeper runs.',
      next: '2021-06-22T02:36:09.000Z',
    },
    {
      when: 'deliveries are paused',
      given: facts({ deliveriesPaused: true, lastAttempt: refused }),
      code: 'PAUSED',
      message:
        'Deliveries of this plugin are paused; nothing is lost or counted meanwhile. Attempt 2 was answered with status 500.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'all automatic notifications failed',
      given: facts({ lastAttempt: refused }, { status: 'EXHAUSTED', maxNotifications: 2, ...nothingLeft }),
      code: 'EXHAUSTED',
      message: 'All 2 automatic notifications failed. Attempt 2 was answered with status 500.',
      next: null,
    },
    {
      when: 'there was to be one automatic notification, and it failed',
      given: facts({}, { status: 'EXHAUSTED', maxNotifications: 1, ...nothingLeft }),
      code: 'EXHAUSTED',
      message: 'The only automatic notification failed.',
      next: null,
    },
    {
      when: 'all automatic notifications failed, so long ago that the attempts are gone',
      given: facts({}, { status: 'EXHAUSTED', ...nothingLeft }),
      code: 'EXHAUSTED',
      message: 'All 5 automatic notifications failed.',
      next: null,
    },
    {
      when: 'all automatic notifications failed, and a pause has nothing to hold back',
      given: facts({ deliveriesPaused: true, callbackUrl: null }, { status: 'EXHAUSTED', ...nothingLeft }),
      code: 'EXHAUSTED',
      message: 'All 5 automatic notifications failed.',
      next: null,
    },
    {
      when: 'staff cancelled the delivery',
      given: facts({ lastAttempt: refused }, { status: 'CANCELLED', ...nothingLeft }),
      code: 'CANCELLED',
      message: 'The delivery was cancelled. Attempt 2 was answered with status 500.',
      next: null,
    },
    {
      when: 'the developer was told',
      given: facts({ acknowledgedAt }, { status: 'DELIVERED', ...nothingLeft }),
      code: 'DELIVERED',
      message: 'The developer acknowledged at 2021-06-22T02:40:00.000Z.',
      next: null,
    },
    {
      when: 'the developer was told so long ago that the delivery is gone',
      given: facts({ acknowledgedAt, delivery: null, callbackUrl: null }),
      code: 'DELIVERED',
      message: 'The developer acknowledged at 2021-06-22T02:40:00.000Z.',
      next: null,
    },
    {
      when: 'the developer was told, and is to be told once more',
      given: facts({ acknowledgedAt, lastAttempt: acknowledged }, { status: 'DELIVERED' }),
      code: 'DELIVERED',
      message:
        'The developer acknowledged at 2021-06-22T02:40:00.000Z. Another notification was requested. The next notification is due at 2021-06-22T02:37:30.000Z.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the developer was told, and what was asked for since is held back by a pause',
      given: facts({ acknowledgedAt, deliveriesPaused: true }, { status: 'DELIVERED' }),
      code: 'DELIVERED',
      message:
        'The developer acknowledged at 2021-06-22T02:40:00.000Z. Another notification was requested. Deliveries of this plugin are paused; nothing is lost or counted meanwhile.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the developer was told, and what was asked for since has no callback URL to go to',
      given: facts({ acknowledgedAt, callbackUrl: null }, { status: 'DELIVERED' }),
      code: 'DELIVERED',
      message:
        'The developer acknowledged at 2021-06-22T02:40:00.000Z. Another notification was requested. The callback URL was removed; notifications wait for a new one.',
      next: '2021-06-22T02:37:30.000Z',
    },
    {
      when: 'the developer was told, and what was asked for since is being sent',
      given: facts({ acknowledgedAt }, { status: 'DELIVERED', leaseExpiresAt: at('02:37:40'), ...nothingLeft }),
      code: 'DELIVERED',
      message: 'The developer acknowledged at 2021-06-22T02:40:00.000Z. A notification is being sent now.',
      next: null,
    },
    {
      when: 'the developer was told, and what was asked for since has failed',
      given: facts(
        { acknowledgedAt, lastAttempt: { ...refused, trigger: 'MANUAL' } },
        { status: 'DELIVERED', ...nothingLeft },
      ),
      code: 'DELIVERED',
      message:
        'The developer acknowledged at 2021-06-22T02:40:00.000Z. Attempt 2, which staff requested, was answered with status 500.',
      next: null,
    },
    {
      when: 'the developer was told late, by an attempt that had been given up, and the one that followed failed',
      given: facts({ acknowledgedAt, lastAttempt: refused }, { status: 'DELIVERED', ...nothingLeft }),
      code: 'DELIVERED',
      message: 'The developer acknowledged at 2021-06-22T02:40:00.000Z.',
      next: null,
    },
    {
      when: 'the developer was told between the reading of the order and of the delivery',
      given: facts({}, { status: 'DELIVERED', ...nothingLeft }),
      code: 'DELIVERED',
      message: 'The developer acknowledged.',
      next: null,
    },
  ])('$code when $when', ({ given, code, message, next }) => {
    expect(explainNotification(given, now)).toMatchObject({ code, message, nextAttemptAt: next && new Date(next) });
  });

  it('is that the secret of the plugin cannot be read', () => {
    expect(explainNotification(facts({ canSign: false }), now).message).toContain('cannot read the secret');
  });
});
