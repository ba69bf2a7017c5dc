import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewRejectedRequest } from '../../../src/store/rejections/rejectedRequests.ts';
import { RejectionRecorder } from '../../../src/store/rejections/rejectionRecorder.ts';
import type { Store } from '../../../src/store/database/store.ts';
import { memoryLog } from '../../support/memoryLog.ts';
import { exampleTime } from '../../support/service.ts';

const limits = { inAll: 10, perPlugin: 4, everyMs: 1000 };
let logged: Record<string, unknown>[];
let batches: (readonly NewRejectedRequest[])[];
let write: () => Promise<void>;
let recorder: RejectionRecorder;

beforeEach(() => {
  vi.useFakeTimers();
  logged = [];
  batches = [];
  write = async () => {};
  recorder = new RejectionRecorder({} as Store, memoryLog(logged), limits, async (_store, batch) => {
    batches.push(batch);
    await write();
  });
});
afterEach(() => vi.useRealTimers());

function rejected(pluginId: string, reason = 'SIGNATURE_WRONG'): NewRejectedRequest {
  return {
    at: exampleTime,
    endpoint: 'GET /baseinfo',
    pluginId,
    status: 401,
    reason,
    canonicalString: null,
    skewSeconds: 0,
    remoteAddress: null,
  };
}

const describeIt = vi.fn(rejected);

function record(pluginId: string, reason = 'SIGNATURE_WRONG'): void {
  recorder.record({ pluginId, reason }, () => describeIt(pluginId, reason));
}

/** The next write takes until it is released, and so do those that follow it until then. */
function holdUp(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  write = () => released;
  return () => release();
}

describe('recording refused requests', () => {
  it('writes them together, a second later', async () => {
    record('a');
    record('b');
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(batches).toEqual([[rejected('a'), rejected('b')]]);
  });

  it('writes nothing when nothing was refused', async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    await recorder.flush();
    expect(batches).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('writes at once when it is asked to', async () => {
    record('a');
    await recorder.flush();
    expect(batches).toEqual([[rejected('a')]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops what comes too fast, without looking at it, and logs how much', async () => {
    describeIt.mockClear();
    for (let at = 0; at < 5000; at += 1) record(`plugin-${at}`);
    await vi.advanceTimersByTimeAsync(1000);

    expect(batches.map(({ length }) => length)).toEqual([10]);
    expect(describeIt).toHaveBeenCalledTimes(10);
    expect(logged).toEqual([expect.objectContaining({ level: 40, dropped: 4990, kept: 10 })]);
  });

  it('has room for the others when one plugin is refused in a loop', async () => {
    for (let at = 0; at < 5000; at += 1) record('loop');
    record('other');
    await vi.advanceTimersByTimeAsync(1000);
    expect(batches[0]?.map(({ pluginId }) => pluginId)).toEqual(['loop', 'loop', 'loop', 'loop', 'other']);
  });

  it('has room for plugins when ids are made up in a loop', async () => {
    for (let at = 0; at < 5000; at += 1) record(`made-up-${at}`, 'PLUGIN_NOT_FOUND');
    record('a');
    await vi.advanceTimersByTimeAsync(1000);
    expect(batches[0]?.map(({ pluginId }) => pluginId).slice(-2)).toEqual(['made-up-3', 'a']);
  });

  it('has room again in the next second', async () => {
    for (let second = 0; second < 3; second += 1) {
      for (let at = 0; at < 100; at += 1) record('loop');
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(batches.map(({ length }) => length)).toEqual([4, 4, 4]);
  });

  it('only logs that the database failed, and goes on', async () => {
    write = async () => {
      throw new Error('the database is away');
    };
    record('a');
    await recorder.flush();
    expect(logged).toEqual([expect.objectContaining({ level: 50, lost: 1 })]);

    write = async () => {};
    record('b');
    await recorder.flush();
    expect(batches[1]).toEqual([rejected('b')]);
  });

  it('has one batch on its hands however long the database takes', async () => {
    const release = holdUp();
    for (let second = 0; second < 100; second += 1) {
      for (let at = 0; at < 100; at += 1) record(`plugin-${at}`);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(batches).toHaveLength(1);

    release();
    await recorder.flush();
    expect(batches.map(({ length }) => length)).toEqual([10, 10]);
  });

  it('is done when what was recorded before is written, also by somebody else', async () => {
    const release = holdUp();
    record('a');
    const done = vi.fn();
    const both = Promise.all([recorder.flush(), recorder.flush().then(done)]);
    await vi.advanceTimersByTimeAsync(10);
    expect(done).not.toHaveBeenCalled();
    release();
    await both;
    expect(done).toHaveBeenCalled();
  });
});
