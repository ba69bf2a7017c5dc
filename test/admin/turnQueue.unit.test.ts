import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TurnQueue } from '../../src/admin/guards/withTurns.ts';

/** Work that goes on until it is let go, and what has been begun so far. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
}

/** Waits until everything that could begin now has begun. */
const untilIdle = () => setTimeout(20);

describe('a queue of turns', () => {
  it('lets so many work at once, in the order they came', async () => {
    const { begun, work, end } = openWork();
    const queue = new TurnQueue({ atOnce: 2, pauseFactor: 0 });
    const results = ['a', 'b', 'c', 'd'].map((name) => queue.run({}, 'total', work(name)));
    await expect.poll(() => begun).toEqual(['a', 'b']);
    await untilIdle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    end('a');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets nobody wait for more than one turn of another', async () => {
    const { begun, work, end } = openWork();
    const queue = new TurnQueue({ atOnce: 1, pauseFactor: 0 });
    const greedy = {};
    const results = ['g1', 'g2', 'g3'].map((name) => queue.run(greedy, name, work(name)));
    await expect.poll(() => begun).toEqual(['g1']);
    results.push(queue.run({}, 'total', work('modest')));
    await untilIdle();
    end('g1');
    await expect.poll(() => begun).toEqual(['g1', 'modest']);
    end('modest');
    await expect.poll(() => begun).toEqual(['g1', 'modest', 'g2']);
    end('g2');
    await expect.poll(() => begun).toEqual(['g1', 'modest', 'g2', 'g3']);
    end('g3');
    await Promise.all(results);
  });

  it('leaves a place of one asker free for others', async () => {
    const { begun, work, end } = openWork();
    const queue = new TurnQueue({ atOnce: 2, pauseFactor: 0 });
    const greedy = {};
    const results = ['g1', 'g2'].map((name) => queue.run(greedy, name, work(name)));
    await expect.poll(() => begun).toEqual(['g1']);
    results.push(queue.run({}, 'total', work('modest')));
    await expect.poll(() => begun).toEqual(['g1', 'modest']);
    end('g1');
    await expect.poll(() => begun).toEqual(['g1', 'modest', 'g2']);
    end('modest');
    end('g2');
    await Promise.all(results);
  });

  it('does at once what is asked for the same purpose', async () => {
    const { begun, work, end } = openWork();
    const queue = new TurnQueue({ atOnce: 1, pauseFactor: 0 });
    const asker = {};
    const results = ['a', 'b', 'c'].map((name) => queue.run(asker, 'totals of a list', work(name)));
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'b', 'c']) end(name);
    await Promise.all(results);
  });

  it('goes on after work that failed, and says so to who asked', async () => {
    const queue = new TurnQueue({ atOnce: 1, pauseFactor: 0 });
    const asker = {};
    const failed = queue.run(asker, 'a', () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await queue.run(asker, 'b', () => 1)).toBe(1);
    expect(await queue.run({}, 'c', () => 2)).toBe(2);
  });

  it('rests as long as the work took, however long that was', async () => {
    const queue = new TurnQueue({ atOnce: 1, pauseFactor: 1 });
    const tookMs = 60;
    const first = queue.run({}, 'a', async () => {
      await setTimeout(tookMs);
      return performance.now();
    });
    const second = queue.run({}, 'b', () => performance.now());
    // Timers come up to a millisecond early.
    expect((await second) - (await first)).toBeGreaterThan(tookMs - 5);
  });
});
