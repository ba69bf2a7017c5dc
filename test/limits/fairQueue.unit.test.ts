import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, type FairQueueSettings } from '../../src/limits/fairQueue.ts';

/** Works that end when they are told to, in the order in which they began. */
let begun: string[];
let running: { name: string; end: () => void }[];
let refusedCount: number;

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  running = [];
  refusedCount = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function queueOf(given: Partial<FairQueueSettings>): FairQueue {
  const bounds = { places: 1, placesPerKey: 1, waitingPerKey: 100, waiting: 1000, longestWaitMs: 5_000 };
  return new FairQueue({ ...bounds, ...given, onRefused: () => (refusedCount += 1) });
}

/** Asks for a work; what comes of it is in `outcomes`. */
function ask(queue: FairQueue, key: string, name: string, isWanted?: () => boolean): Promise<string> {
  const work = async () => {
    begun.push(name);
    await new Promise<void>((resolve) => running.push({ name, end: resolve }));
    return name;
  };
  return queue.run(key, work, isWanted).catch((error: Error) => error.message);
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

async function endAll(): Promise<void> {
  await settle();
  for (let one = running.shift(); one; one = running.shift()) {
    one.end();
    await settle();
  }
}

describe('a fair queue', () => {
  it('begins at once what there is a place for', () => {
    const queue = queueOf({ places: 2, placesPerKey: 2 });
    void ask(queue, 'a', 'a1');
    void ask(queue, 'a', 'a2');
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('lets those of each key take turns, however many one of them has brought before', async () => {
    const queue = queueOf({});
    const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => ask(queue, name[0]!, name));
    await endAll();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
  });

  it('keeps places free of a key that has all of its own', async () => {
    const queue = queueOf({ places: 3, placesPerKey: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(queue, 'a', name);
    await settle();
    expect(begun).toEqual(['a1', 'a2']);
    void ask(queue, 'b', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    running[0]!.end();
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses what is beyond the waiting of a key, and nothing of others', async () => {
    const queue = queueOf({ waitingPerKey: 2 });
    const asked = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => ask(queue, name[0]!, name));
    expect(await asked[3]).toBe('BUSY');
    await endAll();
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'BUSY', 'b1']);
    expect(refusedCount).toBe(1);
  });

  it('refuses what is beyond the waiting of all keys', async () => {
    const queue = queueOf({ waiting: 2 });
    const asked = ['a1', 'b1', 'c1', 'd1'].map((name) => ask(queue, name[0]!, name));
    expect(await asked[3]).toBe('BUSY');
    await endAll();
    expect(await Promise.all(asked)).toEqual(['a1', 'b1', 'c1', 'BUSY']);
  });

  it('refuses what has waited too long, and begins what came later', async () => {
    const queue = queueOf({ longestWaitMs: 1_000 });
    void ask(queue, 'a', 'a1');
    const late = ask(queue, 'b', 'b1');
    await vi.advanceTimersByTimeAsync(600);
    const later = ask(queue, 'b', 'b2');
    await vi.advanceTimersByTimeAsync(400);
    expect(await late).toBe('BUSY');
    await endAll();
    expect(await later).toBe('b2');
    expect(begun).toEqual(['a1', 'b2']);
  });

  it('does not begin what nobody waits for any more', async () => {
    const queue = queueOf({});
    let isWanted = true;
    void ask(queue, 'a', 'a1');
    void ask(queue, 'a', 'a2', () => isWanted);
    const last = ask(queue, 'a', 'a3');
    isWanted = false;
    await endAll();
    expect(await last).toBe('a3');
    expect(begun).toEqual(['a1', 'a3']);
    expect(refusedCount).toBe(0);
  });

  it('gives the place of a work that failed to the next', async () => {
    const queue = queueOf({});
    const failed = queue.run('a', async () => Promise.reject(new Error('it failed')));
    const next = ask(queue, 'a', 'a2');
    await expect(failed).rejects.toThrow('it failed');
    await endAll();
    expect(await next).toBe('a2');
  });

  it('keeps nothing of keys that have neither running nor waiting works', async () => {
    const queue = queueOf({ waiting: 2, longestWaitMs: 1_000 });
    for (const name of ['a1', 'b1', 'c1', 'd1']) void ask(queue, name[0]!, name);
    await vi.advanceTimersByTimeAsync(1_000);
    await endAll();
    expect(queue.size).toBe(0);
  });
});
