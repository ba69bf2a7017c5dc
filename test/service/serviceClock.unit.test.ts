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

/** A Date has no parts of a millisecond. */
const isSmall = (errorMs: number) => Math.abs(errorMs) <= 1;

it('shows the shared time, whatever the own clock says, and goes on between two readings', async () => {
  const { pass, errorMs } = await clocks();
  expect(errorMs()).toSatisfy(isSmall);
  pass(5_000);
  expect(errorMs()).toSatisfy(isSmall);
});

it('is not moved by an answer that it may agree with, however slow', async () => {
  const { state, clock, errorMs } = await clocks();
  const before = errorMs();
  for (const answerMs of [0, 2, 400, 10_000, 30]) {
    state.answerMs = answerMs;
    await clock.set();
    expect(errorMs()).toBe(before);
  }
});

it.each([300_000, -300_000])('follows the shared clock when that one jumps by %d ms', async (jumpMs) => {
  const { state, clock, errorMs } = await clocks();
  state.sharedMs += jumpMs;
  expect(errorMs() + jumpMs).toSatisfy(isSmall);
  await clock.set();
  expect(errorMs()).toSatisfy(isSmall);
});

it('follows as far as a slow answer proves it wrong, and is right with the next quick one', async () => {
  const { state, clock, errorMs } = await clocks({ answerMs: 1_000 });
  Object.assign(state, { answerMs: 10_000, sharedMs: state.sharedMs + 60_000 });
  await clock.set();
  expect(Math.abs(errorMs())).toBeLessThan(5_002);
  state.answerMs = 0;
  await clock.set();
  expect(errorMs()).toSatisfy(isSmall);
});

it('keeps what it has when it cannot be read', async () => {
  const { state, clock, errorMs } = await clocks();
  state.isAway = true;
  await expect(clock.set()).rejects.toThrow('away');
  expect(errorMs()).toSatisfy(isSmall);
});

it('is set from the beginning, however slow the answer, or not opened', async () => {
  const { errorMs } = await clocks({ answerMs: 10_000 });
  expect(errorMs()).toSatisfy(isSmall);
  await expect(clocks({ isAway: true })).rejects.toThrow('away');
});
