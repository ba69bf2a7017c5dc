import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurns } from '../../src/http/inTurns.ts';

it('does work in order, so many pieces at a time, and lets others in between', async () => {
  const done: string[] = [];
  const later = inTurns(2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) later(() => void done.push(name));
  expect(done).toEqual([]);

  const seen = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await setImmediate();
    seen.push(done.join(''));
  }
  expect(seen).toEqual(['ab', 'abcd', 'abcde', 'abcde']);
});

it('does what comes from the work itself, or after all was done', async () => {
  const done: string[] = [];
  const later = inTurns(2);
  later(() => later(() => void done.push('inner')));
  await setImmediate();
  await setImmediate();
  later(() => void done.push('last'));
  await setImmediate();

  expect(done).toEqual(['inner', 'last']);
});
