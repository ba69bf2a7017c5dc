import { describe, expect, it } from 'vitest';
import {
  divideSlots,
  slotsOfSandbox,
  type Slots,
  type WaitingPlugin,
} from '../../../src/rules/callbacks/divideSlots.ts';

/** A live plugin with so many due deliveries, the oldest of which waits for so many seconds. */
function live(pluginId: string, dueCount: number, waitsForSeconds = 0): WaitingPlugin {
  return { pluginId, sandbox: false, dueCount, oldestDueAt: new Date(1_624_329_435_000 - waitsForSeconds * 1000) };
}
function rehearsing(pluginId: string, dueCount: number, waitsForSeconds = 0): WaitingPlugin {
  return { ...live(pluginId, dueCount, waitsForSeconds), sandbox: true };
}
const manyRehearsing = Array.from({ length: 500 }, (_, place) => rehearsing(`sandbox-${place}`, 10, 3600));

interface Case {
  what: string;
  waiting: readonly WaitingPlugin[];
  slots: Partial<Slots>;
  shares: [pluginId: string, slots: number][];
}

describe('free slots are divided', () => {
  it.each<Case>([
    {
      what: 'evenly',
      waiting: [live('a', 10), live('b', 10, 1)],
      slots: { limit: 5 },
      shares: [
        ['b', 3],
        ['a', 2],
      ],
    },
    {
      what: 'first to the plugin with the fewest attempts in flight',
      waiting: [live('a', 10, 60), live('b', 10)],
      slots: { limit: 2, inFlight: new Map([['a', 3]]) },
      shares: [
        ['b', 2],
        ['a', 1],
      ],
    },
    {
      what: 'to no plugin beyond its own limit',
      waiting: [live('a', 10)],
      slots: { limit: 50, limitPerPlugin: 4, inFlight: new Map([['a', 1]]) },
      shares: [['a', 3]],
    },
    {
      what: 'to live plugins first, however long sandbox plugins have waited',
      waiting: [rehearsing('s', 10, 3600), live('a', 2), live('b', 1)],
      slots: { limit: 5 },
      shares: [
        ['a', 2],
        ['b', 1],
        ['s', 2],
      ],
    },
    {
      what: 'to a live plugin that has many attempts in flight before a sandbox plugin that has none',
      waiting: [rehearsing('s', 1, 3600), live('a', 1)],
      slots: { limit: 1, inFlight: new Map([['a', 9]]) },
      shares: [
        ['a', 1],
        ['s', 1],
      ],
    },
    {
      what: 'to sandbox plugins together no further than their limit',
      waiting: [...manyRehearsing, live('a', 1)],
      slots: { limit: 50, limitForSandbox: 2 },
      shares: [
        ['a', 1],
        ['sandbox-0', 1],
        ['sandbox-1', 1],
      ],
    },
    {
      what: 'to no sandbox plugin while these have all of their slots',
      waiting: [...manyRehearsing, live('a', 1)],
      slots: { limit: 50, limitForSandbox: 0 },
      shares: [['a', 1]],
    },
  ])('$what', ({ waiting, slots, shares }) => {
    const all = { limit: 50, limitPerPlugin: 10, limitForSandbox: 50, inFlight: new Map<string, number>(), ...slots };
    const divided = divideSlots(waiting, all).map(({ pluginId, slots: count }) => [pluginId, count]);
    expect(divided).toEqual(shares);
  });
});

it.each([
  [2000, 500],
  [10, 2],
  [3, 1],
  [1, 1],
])('of %i slots, sandbox plugins have %i at most', (concurrency, most) => {
  expect(slotsOfSandbox(concurrency)).toBe(most);
});
