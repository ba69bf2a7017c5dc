import { describe, expect, it } from 'vitest';
import {
  daysRemovedInADay,
  holdMs,
  moveRetention,
  type RetentionState,
} from '../../../src/rules/retention/moveRetention.ts';

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60_000;
const retentionMs = 90 * dayMs;
const start = new Date('2026-03-01T00:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);

function run(state: RetentionState, nowMs: number, elapsedMs: number): RetentionState {
  return moveRetention(state, { now: at(nowMs), wanted: at(nowMs - retentionMs), elapsedMs });
}

/** Runs of every minute, while the clock says `aheadMs` more than has passed. */
function runs(state: RetentionState, fromMs: number, toMs: number, aheadMs = 0): RetentionState {
  let moved = state;
  for (let ms = fromMs + minuteMs; ms <= toMs; ms += minuteMs) moved = run(moved, ms + aheadMs, minuteMs);
  return moved;
}

const steady: RetentionState = { removedBefore: at(-retentionMs), movedAt: start, heldMs: 0 };
const movedDays = ({ removedBefore }: RetentionState, from = steady) =>
  (removedBefore.getTime() - from.removedBefore.getTime()) / dayMs;

describe('the bound of retention', () => {
  it('follows what is wanted, in steady state', () => {
    expect(runs(steady, 0, dayMs)).toEqual({ removedBefore: at(dayMs - retentionMs), movedAt: at(dayMs), heldMs: 0 });
  });

  it('drains what has come together before in bounded daily steps', () => {
    const backlog = { ...steady, removedBefore: at(-400 * dayMs) };
    const days = [1, 2, 3].map((day) => movedDays(runs(backlog, 0, day * dayMs), backlog));
    expect(days).toEqual([1, 2, 3].map((day) => day * daysRemovedInADay));
    expect(runs(backlog, 0, 60 * dayMs).removedBefore).toEqual(at(60 * dayMs - retentionMs));
  });

  it('is held when the clock jumps ahead, and then moves in bounded daily steps', () => {
    const jumped = runs(steady, 0, minuteMs, 180 * dayMs);
    expect(jumped).toEqual({
      removedBefore: steady.removedBefore,
      movedAt: at(180 * dayMs + minuteMs),
      heldMs: holdMs,
    });
    const threeDaysLater = runs(jumped, minuteMs, holdMs, 180 * dayMs);
    expect(movedDays(threeDaysLater)).toBe(0);
    const aDayMore = runs(threeDaysLater, holdMs, holdMs + dayMs, 180 * dayMs);
    expect(movedDays(aDayMore)).toBeCloseTo(daysRemovedInADay, 1);
  });

  it('is held in a process that is started after the jump', () => {
    const started = run(steady, 180 * dayMs, minuteMs);
    expect(started).toMatchObject({ removedBefore: steady.removedBefore, heldMs: holdMs });
  });

  it('goes on at once when the clock is set right again', () => {
    const jumped = runs(steady, 0, minuteMs, 180 * dayMs);
    const right = run(jumped, 2 * minuteMs, minuteMs);
    expect(right).toMatchObject({ heldMs: 0, removedBefore: steady.removedBefore });
    expect(runs(right, 2 * minuteMs, dayMs).removedBefore).toEqual(at(dayMs - retentionMs));
  });

  it('moves no faster with small jumps, one after the other, than time passes', () => {
    let state: RetentionState = { ...steady, removedBefore: at(-400 * dayMs) };
    for (let count = 1; count <= 1000; count += 1) state = run(state, count * dayMs, minuteMs);
    expect(movedDays(state, { ...steady, removedBefore: at(-400 * dayMs) })).toBeLessThan(daysRemovedInADay);
  });

  it('moves no faster by many processes, or by those that start again and again', () => {
    const backlog = { ...steady, removedBefore: at(-400 * dayMs) };
    let state: RetentionState = backlog;
    // Ten processes of each minute: the clock has moved for six seconds between two of them.
    for (let ms = 0; ms <= dayMs; ms += minuteMs / 10) state = run(state, ms, minuteMs);
    expect(movedDays(state, backlog)).toBeCloseTo(daysRemovedInADay, 1);
  });
});
