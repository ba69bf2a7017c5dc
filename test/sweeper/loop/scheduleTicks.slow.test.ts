import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scheduleTicks, type Ticks } from '../../../src/sweeper/loop/scheduleTicks.ts';

const silent = pino({ level: 'silent' });
const patience = { timeout: 15_000, interval: 20 };
const hourMs = 60 * 60 * 1000;
const ClockOfTheMachine = Date;
let ticks: Ticks | undefined;

afterEach(async () => {
  vi.unstubAllGlobals();
  await ticks?.stop();
});

/** Sets the time of day that everybody reads from now on. */
function setClock(byMs: number): void {
  class SetClock extends ClockOfTheMachine {
    constructor(...given: [] | [number]) {
      super(given.length === 0 ? SetClock.now() : given[0]);
    }
    static override now(): number {
      return ClockOfTheMachine.now() + byMs;
    }
  }
  vi.stubGlobal('Date', SetClock);
}

describe('ticks', () => {
  it.each([-hourMs, hourMs])('go on when the clock is set by %i ms', async (byMs) => {
    const tick = vi.fn();
    ticks = scheduleTicks('* * * * * *', tick, silent);
    await expect.poll(() => tick.mock.calls.length, patience).toBeGreaterThan(0);

    setClock(byMs);
    const before = tick.mock.calls.length;

    await expect.poll(() => tick.mock.calls.length - before, patience).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['* * * * * *', 2_000, 3_000],
    ['*/5 * * * * *', 10_000, 15_000],
    ['* * * * *', 120_000, 180_000],
    ['0,1 * * * * *', 60_000, 120_000],
  ])('of %s are three in %i to %i ms', (expression, least, most) => {
    ticks = scheduleTicks(expression, () => {}, silent);

    expect(ticks.threeTicksMs()).toBeGreaterThan(least - 1_000);
    expect(ticks.threeTicksMs()).toBeLessThanOrEqual(most);
  });

  it('come no more once they are stopped', async () => {
    const tick = vi.fn();
    const stopped = scheduleTicks('* * * * * *', tick, silent);
    await stopped.stop();
    ticks = scheduleTicks('* * * * * *', () => {}, silent);
    const other = vi.fn();
    const others = scheduleTicks('* * * * * *', other, silent);
    await expect.poll(() => other.mock.calls.length, patience).toBeGreaterThan(1);
    await others.stop();

    expect(tick).not.toHaveBeenCalled();
  });
});
