import { describe, expect, it } from 'vitest';
import { nextNotificationAt } from '../../../src/rules/callbacks/callbackSchedule.ts';

const delaysSeconds = [15, 30, 60, 300, 600]; // specification, Events
const noon = new Date('2021-06-22T12:00:00.000Z');

/** How many seconds after noon, if noon is when the last one failed. */
function delayAfter(failed: number, maxNotifications: number, delays = delaysSeconds): number | null {
  const next = nextNotificationAt(failed, noon, { maxNotifications, delaysSeconds: delays });
  return next && (next.getTime() - noon.getTime()) / 1000;
}

describe('after so many failed notifications the next one comes', () => {
  it.each([
    { failed: 0, of5: 0, of6: 0, of8: 0 },
    { failed: 1, of5: 15, of6: 15, of8: 15 },
    { failed: 2, of5: 30, of6: 30, of8: 30 },
    { failed: 3, of5: 60, of6: 60, of8: 60 },
    { failed: 4, of5: 300, of6: 300, of8: 300 },
    { failed: 5, of5: null, of6: 600, of8: 600 },
    { failed: 6, of5: null, of6: null, of8: 600 },
    { failed: 7, of5: null, of6: null, of8: 600 },
    { failed: 8, of5: null, of6: null, of8: null },
    { failed: 9, of5: null, of6: null, of8: null },
  ])('$failed failed: $of5 s later if there are 5, $of6 s if 6, $of8 s if 8', ({ failed, of5, of6, of8 }) => {
    expect([delayAfter(failed, 5), delayAfter(failed, 6), delayAfter(failed, 8)]).toEqual([of5, of6, of8]);
  });
});

it('five notifications that fail at once are due 0, 15, 45, 105 and 405 seconds after the payment', () => {
  const due: string[] = [];
  let next = nextNotificationAt(0, noon, { maxNotifications: 5, delaysSeconds });
  while (next) {
    due.push(next.toISOString().slice(11, 19));
    next = nextNotificationAt(due.length, next, { maxNotifications: 5, delaysSeconds });
  }

  expect(due).toEqual(['12:00:00', '12:00:15', '12:00:45', '12:01:45', '12:06:45']);
});

describe('delays of configuration', () => {
  it.each([
    { delays: [0.25, 0.5], failed: 1, seconds: 0.25, because: 'decimals are exact' },
    { delays: [0.1, 0.2], failed: 2, seconds: 0.2, because: 'in milliseconds' },
    { delays: [0.0004], failed: 1, seconds: 0, because: 'and rounded to them' },
    { delays: [0.0006], failed: 1, seconds: 0.001, because: 'up or down' },
    { delays: [1.005], failed: 1, seconds: 1.005, because: 'whatever the binary fraction' },
    { delays: [7], failed: 4, seconds: 7, because: 'the last one repeats' },
    { delays: [0], failed: 1, seconds: 0, because: 'there may be no delay' },
    { delays: [], failed: 1, seconds: 0, because: 'and no delays at all' },
    { delays: [86_400], failed: 1, seconds: 86_400, because: 'they may be long' },
  ])('$delays after $failed: $seconds s, because $because', ({ delays, failed, seconds }) => {
    expect(delayAfter(failed, 9, delays)).toBe(seconds);
  });

  it('may allow one notification alone, or none', () => {
    expect([delayAfter(0, 1), delayAfter(1, 1)]).toEqual([0, null]);
    expect(delayAfter(0, 0)).toBeNull();
  });
});
