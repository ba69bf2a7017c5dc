import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeliveryStory, schedule, type DeliveryStory, type Event } from './deliveryStory.ts';

/**
 * What each event makes of a delivery in each state.
 *
 * A state begins with the status: P PENDING, with so many automatic notifications left, C CANCELLED, D DELIVERED,
 * E EXHAUSTED. Then come: w the next automatic one is scheduled, a one was asked for and waits, s an automatic one is
 * being sent, r one that was asked for is being sent, x likewise, and it was cancelled meanwhile.
 *
 * `·` changes nothing, `!` is refused as a CONFLICT, and `-` cannot happen: nothing is being sent.
 */
const table = `
state claimed acknowledged failed putBack acknowledgedLate abandoned resend cancelled urlRemoved paused
P2w   P2s     -            -      -       D                ·         P2wa   C         ·          ·
P2wa  P2wr    -            -      -       Da               ·         ·      C         ·          ·
P2s   ·       D            P1w    P2w     Ds               P1w       P2as   Cs        ·          ·
P2as  ·       Da           P1wa   P2wa    Das              P1wa      ·      Cs        ·          ·
P2wr  ·       D            P2w    P2wa    Dr               P2w       P2war  Cx        ·          ·
P2war ·       Da           P2wa   P2wa    Dar              P2wa      ·      Cx        ·          ·
P1w   P1s     -            -      -       D                ·         P1wa   C         ·          ·
P1wa  P1wr    -            -      -       Da               ·         ·      C         ·          ·
P1s   ·       D            E      P1w     Ds               E         P1as   Cs        ·          ·
P1as  ·       Da           Ea     P1wa    Das              Ea        ·      Cs        ·          ·
P1wr  ·       D            P1w    P1wa    Dr               P1w       P1war  Cx        ·          ·
P1war ·       Da           P1wa   P1wa    Dar              P1wa      ·      Cx        ·          ·
C     ·       -            -      -       D                ·         Ca     ·         ·          ·
Ca    Cr      -            -      -       Da               ·         ·      C         ·          ·
Cs    ·       D            C      C       Ds               C         Cas    ·         ·          ·
Cas   ·       Da           Ca     Ca      Das              Ca        ·      Cs        ·          ·
Cr    ·       D            C      Ca      Dr               C         Car    Cx        ·          ·
Car   ·       Da           Ca     Ca      Dar              Ca        ·      Cx        ·          ·
Cx    ·       D            C      C       Dx               C         Cax    ·         ·          ·
Cax   ·       Da           Ca     Ca      Dax              Ca        ·      Cx        ·          ·
D     ·       -            -      -       ·                ·         Da     !         ·          ·
Da    Dr      -            -      -       ·                ·         ·      D         ·          ·
Ds    ·       D            D      D       ·                D         Das    ·         ·          ·
Das   ·       Da           Da     Da      ·                Da        ·      Ds        ·          ·
Dr    ·       D            D      Da      ·                D         Dar    Dx        ·          ·
Dar   ·       Da           Da     Da      ·                Da        ·      Dx        ·          ·
Dx    ·       D            D      D       ·                D         Dax    ·         ·          ·
Dax   ·       Da           Da     Da      ·                Da        ·      Dx        ·          ·
E     ·       -            -      -       D                ·         Ea     !         ·          ·
Ea    Er      -            -      -       Da               ·         ·      E         ·          ·
Er    ·       D            E      Ea      Dr               E         Ear    Ex        ·          ·
Ear   ·       Da           Ea     Ea      Dar              Ea        ·      Ex        ·          ·
Ex    ·       D            E      E       Dx               E         Eax    ·         ·          ·
Eax   ·       Da           Ea     Ea      Dax              Ea        ·      Ex        ·          ·
`;

const [, ...events] = table.trim().split('\n')[0]!.split(/ +/) as [string, ...Event[]];
const states = new Map(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [state, ...cells] = line.split(/ +/) as [string, ...string[]];
      const byEvent = cells.map((cell, index): [string, string] => [events[index]!, cell]);
      return [state, Object.fromEntries(byEvent)] as const;
    }),
);

/** How each state is come to, by the table itself. First of all an attempt is lost, whose worker may come back. */
const paths = new Map<string, Event[]>([['P2w', ['claimed', 'abandoned']]]);
for (const [state, path] of paths) {
  for (const [event, next] of Object.entries(states.get(state)!)) {
    if (!paths.has(next) && states.has(next)) paths.set(next, [...path, event as Event]);
  }
}

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

/** What holds in every state. */
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

    const expected = cells[event]!;
    const isDone = await story.events[event]();
    expect(await stateNow()).toBe(states.has(expected) ? expected : state);
    await requirePossible();
    if (expected === '!') expect(isDone).toBe(false);
    if (event !== 'urlRemoved' && event !== 'paused') return;
    // What is due waits, and what is being sent may end.
    expect(await story.events.claimed()).toBe(false);
    if (/[srx]/.test(state)) expect(await story.events.failed()).toBe(true);
  });
});
