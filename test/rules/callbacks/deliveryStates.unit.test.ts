import { describe, expect, it } from 'vitest';
import * as states from '../../../src/rules/callbacks/deliveryStates.ts';
import type { AttemptTrigger, DeliveryState } from '../../../src/rules/callbacks/deliveryStates.ts';
import { deliveryTable, pathsOf, type Event } from './deliveryTable.ts';

const schedule = { maxNotifications: 3, delaysSeconds: [1_000_000] };
const start = new Date('2026-01-01T00:00:00Z');

/** A delivery, what the tests know of its attempts, and the order. */
interface Story {
  delivery: DeliveryState;
  trigger: AttemptTrigger | null;
  isAcknowledged: boolean;
  attempts: number;
}

const begin: Story = {
  delivery: states.createdAt(start, schedule),
  trigger: null,
  isAcknowledged: false,
  attempts: 0,
};

/** Each returns what becomes of the story; null: it is refused or cannot happen. */
const happens: Record<Event, (story: Story, now: Date) => Story | null> = {
  claimed: (story, now) => {
    if (story.trigger || states.dueAt(story.delivery) === null) return null;
    const trigger = states.nextTrigger(story.delivery);
    const attempts = story.attempts + 1;
    return { ...story, delivery: states.claimed(story.delivery, `lease ${attempts}`, now), trigger, attempts };
  },
  acknowledged: (story) => ended(story, () => states.acknowledged(story.delivery)),
  failed: (story, now) =>
    ended(story, (trigger) => states.failed(story.delivery, trigger, now, schedule.delaysSeconds)),
  abandoned: (story, now) =>
    ended(story, (trigger) => states.failed(story.delivery, trigger, now, schedule.delaysSeconds)),
  putBack: (story, now) => ended(story, (trigger) => states.putBack(story.delivery, trigger, now)),
  acknowledgedLate: (story) => ({ ...story, ...states.acknowledgedLate(story.delivery) }),
  resend: (story, now) => ({ ...story, delivery: states.resendRequested(story.delivery, now) }),
  cancelled: (story) => {
    const delivery = states.cancelled(story.delivery);
    return delivery && { ...story, delivery };
  },
  // Nothing is claimed then, which the tests of the store show.
  urlRemoved: (story) => story,
  paused: (story) => story,
};

function ended(story: Story, end: (trigger: AttemptTrigger) => states.Transition): Story | null {
  if (!story.trigger) return null;
  const { delivery, isAcknowledged } = end(story.trigger);
  return { ...story, delivery, trigger: null, isAcknowledged: story.isAcknowledged || isAcknowledged };
}

/** The state in the words of the table. */
function nameOf({ delivery, trigger }: Story): string {
  const { status, maxNotifications, automaticCount, leaseToken, cancelledLease } = delivery;
  const left = maxNotifications - automaticCount + (trigger === 'AUTOMATIC' ? 1 : 0);
  return [
    status[0],
    status === 'PENDING' && left,
    delivery.nextAutomaticAt && 'w',
    delivery.pendingResends > 0 && 'a',
    trigger === 'AUTOMATIC' && 's',
    trigger === 'MANUAL' && (leaseToken === cancelledLease ? 'x' : 'r'),
  ]
    .filter(Boolean)
    .join('');
}

function tell(events: readonly Event[]): Story {
  return events.reduce((story, event, index) => happens[event](story, later(index + 1))!, begin);
}

function later(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

const paths = pathsOf(deliveryTable);

describe.each([...deliveryTable])('a delivery that is %s', (state, cells) => {
  it.each(Object.entries(cells) as [Event, string][])('and then is %s: %s', (event, expected) => {
    const before = tell(paths.get(state)!);
    expect(nameOf(before)).toBe(state);
    const after = happens[event](before, later(100));

    if (expected === '!' || expected === '-') expect(after).toBeNull();
    else expect(after === null ? '·' : nameOf(after) === state ? '·' : nameOf(after)).toBe(expected);
    const { delivery, isAcknowledged } = after ?? before;
    expect(isAcknowledged).toBe(delivery.status === 'DELIVERED');
    expect(delivery.resendRequestedAt !== null).toBe(delivery.pendingResends > 0);
    expect(delivery.automaticCount).toBeLessThanOrEqual(schedule.maxNotifications);
  });
});

describe('the times of a delivery', () => {
  const created = states.createdAt(start, schedule);
  const inFlight = states.claimed(created, 'lease', later(40));

  it('the first notification is due at once, the next one when its delay has passed since the failure', () => {
    expect(created.nextAutomaticAt).toEqual(start);
    expect(inFlight.nextAutomaticAt).toBeNull();
    const { delivery } = states.failed(inFlight, 'AUTOMATIC', later(10), [15]);
    expect(delivery.nextAutomaticAt).toEqual(later(25));
  });

  it('an attempt that was put back is due at once and not counted', () => {
    const { delivery } = states.putBack(inFlight, 'AUTOMATIC', later(30));
    expect(delivery).toMatchObject({
      nextAutomaticAt: later(30),
      automaticCount: 0,
      attemptCount: 1,
      leaseToken: null,
    });
  });

  it('a resend is due since the first request for it, and the last request is kept', () => {
    const twice = states.resendRequested(states.resendRequested(created, later(1)), later(2));
    expect(twice).toMatchObject({ pendingResends: 2, resendRequestedAt: later(1), lastResendAskedAt: later(2) });
  });

  it('of two that are due at the same time the manual one goes first', () => {
    const both = states.resendRequested(created, start);
    expect(states.nextTrigger(both)).toBe('MANUAL');
    expect(states.nextTrigger({ ...both, nextAutomaticAt: new Date(start.getTime() - 1) })).toBe('AUTOMATIC');
  });

  it('a delivery that a resend creates sends that one first; the automatic ones begin after its delay', () => {
    expect(states.createdByResend(start, { maxNotifications: 5, delaysSeconds: [15] })).toMatchObject({
      pendingResends: 1,
      resendRequestedAt: start,
      nextAutomaticAt: later(15),
      automaticCount: 0,
    });
  });
});
