import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutlet, type Gap } from '../../src/log/openOutlet.ts';

/** A disk, or a pipe: takes so many bytes, then fails with the code. */
let room: number;
let code: string;
let taken: string;
let gaps: Gap[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') });
  [room, code, taken, gaps] = [Infinity, 'ENOSPC', '', []];
});
afterEach(() => {
  vi.useRealTimers();
});

function writeSome(bytes: Uint8Array): number {
  if (room === 0) throw Object.assign(new Error(code), { code });
  const count = Math.min(bytes.length, room);
  room -= count;
  taken += Buffer.from(bytes.subarray(0, count)).toString();
  return count;
}

const open = () =>
  openOutlet({
    writeSome,
    mostBytes: 10,
    onGapOver: (gap) => {
      gaps.push(gap);
      taken += `(${gap.dropped} missing)\n`;
    },
  });
/** Runs what waits for the end of this turn of the event loop. */
const endTurn = () => vi.advanceTimersByTime(0);
const since = new Date('2026-01-02T03:04:05Z');

describe('an outlet', () => {
  it('writes the texts of a turn of the event loop together, when it ends', () => {
    const writes: string[] = [];
    const outlet = openOutlet({
      writeSome: (bytes) => {
        writes.push(Buffer.from(bytes).toString());
        return writeSome(bytes);
      },
    });
    outlet.write('a\n');
    outlet.write(Buffer.from('b\n'));
    expect(writes).toEqual([]);
    endTurn();
    outlet.write('c\n');
    endTurn();
    expect(writes).toEqual(['a\nb\n', 'c\n']);
  });

  it('writes at once what has no room to wait', () => {
    const outlet = open();
    for (const text of ['aaaa\n', 'bbbb\n', 'c\n']) outlet.write(text);
    expect([taken, outlet.waitingBytes(), outlet.countDropped()]).toEqual(['aaaa\nbbbb\n', 2, 0]);
    endTurn();
    expect([taken, outlet.waitingBytes(), outlet.countDropped()]).toEqual(['aaaa\nbbbb\nc\n', 0, 0]);
  });

  it.each([
    { what: 'a full disk', code: 'ENOSPC', afterMs: 1_000 },
    { what: 'a used-up quota', code: 'EDQUOT', afterMs: 1_000 },
    { what: 'a file that may not grow', code: 'EFBIG', afterMs: 1_000 },
    { what: 'a disk that fails', code: 'EIO', afterMs: 1_000 },
    { what: 'a reader that has ended', code: 'EPIPE', afterMs: 1_000 },
    { what: 'a slow reader', code: 'EAGAIN', afterMs: 20 },
  ])('keeps the order, whole lines, and all that there is room for: $what', (fault) => {
    const outlet = open();
    [room, code] = [3, fault.code];
    for (const text of ['aaaa\n', 'bbbb\n', 'cccc\n', 'd\n', 'e\n']) outlet.write(text);
    endTurn();
    expect([taken, outlet.waitingBytes(), outlet.countDropped()]).toEqual(['aaa', 7, 3]);

    room = Infinity;
    vi.advanceTimersByTime(fault.afterMs);
    outlet.write('f\n');
    endTurn();
    expect(taken).toBe('aaaa\nbbbb\n(3 missing)\nf\n');
    expect([outlet.waitingBytes(), outlet.countDropped()]).toEqual([0, 3]);
    expect(gaps).toEqual([{ since, dropped: 3, code: fault.code }]);
  });

  it('drops what comes as long as something waits, once it has begun to', () => {
    const outlet = open();
    room = 0;
    for (const text of ['aaaa\n', 'bbbb\n', 'c\n']) outlet.write(text);
    room = 5;
    vi.advanceTimersByTime(1_000);
    outlet.write('d\n');
    expect([taken, outlet.countDropped(), gaps]).toEqual(['aaaa\n', 2, []]);
  });

  it.each([
    ['ENOSPC', [{ since, dropped: 0, code: 'ENOSPC' }]],
    ['EAGAIN', []],
  ])('tells of a fault that cost no text, and not of a reader that was slow: %s', (fault, told) => {
    const outlet = open();
    [room, code] = [0, fault];
    outlet.write('a\n');
    endTurn();
    room = Infinity;
    vi.advanceTimersByTime(1_000);
    expect([gaps, outlet.countDropped()]).toEqual([told, 0]);
  });

  it('has a new gap when it cannot even tell of the last one', () => {
    const outlet: ReturnType<typeof openOutlet> = openOutlet({
      writeSome,
      mostBytes: 2,
      onGapOver: (gap) => {
        gaps.push(gap);
        room = 0;
        outlet.write('gap\n');
      },
    });
    room = 0;
    outlet.write('a\n');
    outlet.write('b\n');
    room = Infinity;
    vi.advanceTimersByTime(1_000);
    vi.setSystemTime(since);
    room = Infinity;
    vi.advanceTimersByTime(1_000);
    expect(taken).toBe('a\ngap\n');
    expect(gaps.map(({ dropped }) => dropped)).toEqual([1, 0]);
  });

  it('does not go on for ever with a device that takes nothing and says no error', () => {
    const outlet = openOutlet({ writeSome: () => 0 });
    outlet.write('a\n');
    endTurn();
    expect(outlet.waitingBytes()).toBe(2);
  });
});

describe('the end of the process', () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  it('waits for a slow reader', () => {
    let tries = 0;
    const outlet = openOutlet({
      writeSome: (bytes) => {
        tries += 1;
        [room, code] = tries < 4 ? [0, 'EAGAIN'] : [Infinity, ''];
        return writeSome(bytes);
      },
    });
    outlet.write('last\n');
    expect([outlet.flush(60_000), taken]).toEqual([true, 'last\n']);
  });

  it.each(['ENOSPC', 'EAGAIN'])('does not wait for what does not come: %s', (fault) => {
    const outlet = open();
    [room, code] = [0, fault];
    outlet.write('last\n');
    expect(outlet.flush(20)).toBe(false);
  });
});
