import { expect, it } from 'vitest';
import { openSharedClock } from '../../src/service/serviceClock.ts';

/** A clock elsewhere that shows `shared`, takes `answerMs` to say so, and a monotonic clock beside it. */
async function clocks(given = {}) {
  const state = { monotonicMs: 1_000, sharedMs: Date.UTC(2030, 0, 1), answerMs: 0, isAway: false, ...given };
  const pass = (ms: number) => {
    state.monotonicMs += ms;
    state.sharedMs += ms;
  };
  const clock = await openSharedClock(
    async () => {
      if (state.isAway) throw new Error('away');
      pass(state.answerMs / 2);
      const time = new Date(state.sharedMs);
      pass(state.answerMs / 2);
      return time;
    },
    () => state.monotonicMs,
  );
  const errorMs = () => clock.now().getTime() - state.sharedMs;
  return { state, clock, pass, errorMs };
}

it('shows the shared time, whatever the own clock says, and goes on between two readings', async () => {
  const { pass, errorMs } = await clocks();
  expect(errorMs()).toBe(0);
  pass(5_000);
  expect(errorMs()).toBe(0);
});

it('allows for the time that the answer took', async () => {
  const { state, clock, errorMs } = await clocks();
  state.answerMs = 400;
  await clock.set();
  expect(errorMs()).toBe(0);
});

it('follows the shared clock when that one jumps', async () => {
  const { state, clock, errorMs } = await clocks();
  state.sharedMs += 300_000;
  expect(errorMs()).toBe(-300_000);
  await clock.set();
  expect(errorMs()).toBe(0);
});

it('keeps what it has when it cannot be read, or only slowly', async () => {
  const { state, clock, errorMs } = await clocks();
  state.isAway = true;
  await expect(clock.set()).rejects.toThrow('away');
  expect(errorMs()).toBe(0);
  Object.assign(state, { isAway: false, answerMs: 10_000, sharedMs: state.sharedMs + 60_000 });
  await clock.set();
  expect(errorMs()).toBe(-60_000);
});

it('is set from the beginning, however slow the answer, or not opened', async () => {
  const { errorMs } = await clocks({ answerMs: 10_000 });
  expect(errorMs()).toBe(0);
  await expect(clocks({ isAway: true })).rejects.toThrow('away');
});
