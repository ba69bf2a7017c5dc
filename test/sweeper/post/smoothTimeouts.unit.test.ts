import { expect, it } from 'vitest';
import { spaceTimeouts } from '../../../src/sweeper/post/smoothTimeouts.ts';

it('spreads the slots of attempts that timed out together over the time of one', () => {
  const freeAtMs = spaceTimeouts(10_000, 4);
  expect([0, 0, 0, 0].map(freeAtMs)).toEqual([0, 2_500, 5_000, 7_500]);
});

it('makes none wait once they come evenly, so that no throughput is lost', () => {
  const freeAtMs = spaceTimeouts(10_000, 4);
  let timedOutMs = [0, 0, 0, 0];
  for (let round = 0; round < 5; round += 1) timedOutMs = timedOutMs.map((ms) => freeAtMs(ms) + 10_000);
  expect(timedOutMs).toEqual([50_000, 52_500, 55_000, 57_500]);
});

it('gives many slots back in groups, of which each costs one claim', () => {
  const freeAtMs = spaceTimeouts(10_000, 2_000);
  const free = Array.from({ length: 2_000 }, () => freeAtMs(0));
  expect(new Set(free).size).toBe(101);
  expect(free.every((ms) => ms % 100 === 0)).toBe(true);
  expect(free.at(-1)).toBe(10_000);
});
