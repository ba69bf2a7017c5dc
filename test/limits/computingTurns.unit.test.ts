import { setImmediate as nextLoop } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { ComputingTurns } from '../../src/limits/computingTurns.ts';
import { FairQueue } from '../../src/limits/fairQueue.ts';

let nowMs: number;
let done: string[];
let turns: ComputingTurns;

beforeEach(() => {
  nowMs = 0;
  done = [];
  const bounds = { places: 1, placesPerKey: 1, waitingPerKey: 100, waiting: 1000, longestWaitMs: 5_000 };
  turns = new ComputingTurns(new FairQueue({ ...bounds, onRefused: () => {} }), () => nowMs);
});

function compute(key: string, name: string, takesMs: number): Promise<string> {
  return turns.run(key, () => {
    nowMs += takesMs;
    done.push(name);
    return name;
  });
}

describe('computing', () => {
  it('is done at once when nobody else computes, and what comes of it is handed on', async () => {
    const computed = compute('a', 'a1', 100);
    await Promise.resolve();
    expect(done).toEqual(['a1']);
    expect(await computed).toBe('a1');
  });

  it('lets the process look at what has arrived after each slice', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void compute('a', name, 1);
    expect(done).toEqual(['a1', 'a2']);
    await nextLoop();
    expect(done).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('is done next for who comes while another has much to do', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) void compute('a', name, 2);
    const other = compute('b', 'b1', 2);
    for (let loops = 0; loops < 6; loops += 1) await nextLoop();
    expect(done.indexOf('b1')).toBe(2);
    expect(await other).toBe('b1');
  });

  it('that fails says so, and lets the next go on', async () => {
    const failed = turns.run('a', () => {
      throw new Error('it failed');
    });
    const next = compute('a', 'a2', 1);
    await expect(failed).rejects.toThrow('it failed');
    expect(await next).toBe('a2');
  });
});
