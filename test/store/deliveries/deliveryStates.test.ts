import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryTable, events, pathsOf } from '../../rules/callbacks/deliveryTable.ts';
import { openDeliveryStory, schedule, type DeliveryStory } from './deliveryStory.ts';

const states = deliveryTable;
const paths = pathsOf(states);

let story: DeliveryStory;

beforeAll(async () => {
  story = await openDeliveryStory();
});
afterAll(() => story.end());

async function find() {
  return story.store.prisma.delivery.findUniqueOrThrow({ where: { orderId: story.orderId } });
}

/** In the words of the table. */
async function stateNow(): Promise<string> {
  const delivery = await find();
  const { leaseToken, attemptCount, maxNotifications, automaticCount } = delivery;
  const attempts = await story.store.prisma.deliveryAttempt.findMany({ orderBy: { number: 'asc' } });
  const sending = leaseToken === null ? undefined : attempts.at(-1)!.trigger;
  const isCancelled = leaseToken !== null && leaseToken === delivery.cancelledLease;
  expect(attempts).toHaveLength(attemptCount);
  return [
    delivery.status[0],
    delivery.status === 'PENDING' && maxNotifications - automaticCount + (sending === 'AUTOMATIC' ? 1 : 0),
    delivery.nextAutomaticAt && 'w',
    delivery.pendingResends > 0 && 'a',
    sending === 'AUTOMATIC' && 's',
    sending === 'MANUAL' && (isCancelled ? 'x' : 'r'),
  ]
    .filter(Boolean)
    .join('');
}

/** Requires what holds in every state. */
async function requirePossible(): Promise<void> {
  const delivery = await find();
  const order = await story.store.prisma.order.findUniqueOrThrow({ where: { id: story.orderId } });
  expect(delivery.automaticCount).toBe(story.automaticCount());
  expect(delivery.automaticCount).toBeLessThanOrEqual(schedule.maxNotifications);
  expect(delivery.resendRequestedAt !== null).toBe(delivery.pendingResends > 0);
  expect(order.acknowledgedAt !== null).toBe(delivery.status === 'DELIVERED');
}

it('the table has every state that an event leads to', () => {
  expect([...paths.keys()].toSorted()).toEqual([...states.keys()].toSorted());
});

describe.each([...states])('a delivery that is %s', (state, cells) => {
  let beginHere: () => Promise<void>;

  beforeAll(async () => {
    await story.begin();
    for (const before of paths.get(state)!) await story.events[before]();
    beginHere = await story.keep();
  });

  it.each(events.filter((event) => cells[event] !== '-'))('and then is %s', async (event) => {
    await beginHere();
    expect(await stateNow()).toBe(state);

    const expected = cells[event];
    const isDone = await story.events[event]();
    expect(await stateNow()).toBe(states.has(expected) ? expected : state);
    await requirePossible();
    if (expected === '!') expect(isDone).toBe(false);
    if (event !== 'urlRemoved' && event !== 'paused') return;
    // A due notification waits, and one that is being sent may end.
    expect(await story.events.claimed()).toBe(false);
    if (/[srx]/.test(state)) expect(await story.events.failed()).toBe(true);
  });
});
