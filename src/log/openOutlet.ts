/** A place for texts that takes them all at once, whatever becomes of them. */
export interface Outlet {
  /** Never throws, and never waits. */
  write(text: string | Uint8Array): void;
  /** Texts that were dropped since it was opened. */
  countDropped(): number;
  waitingBytes(): number;
  /** Writes what is left. Waits for a reader that is slow, for this long at most. True: nothing is left. */
  flush(longestMs: number): boolean;
}

/** A time in which not everything could be written, now over. */
export interface Gap {
  since: Date;
  /** How many texts were dropped; 0: all of them were written late. */
  dropped: number;
  /** The last error that was met, such as ENOSPC; EAGAIN: the reader was slow. */
  code: string;
}

export interface OutletSettings {
  /** Writes what it can of the bytes and returns how many those are; throws when it can write none. Must not block. */
  writeSome(bytes: Uint8Array): number;
  /** How much may wait. */
  mostBytes?: number;
  /** Told once the first text after a gap can be written; what it writes stands before that one. */
  onGapOver?(gap: Gap): void;
}

const readerIsSlow = 'EAGAIN';
/** About 10,000 lines of the log. */
const fourMebibytes = 4 * 1024 * 1024;
/** A pipe holds 64 KiB: this is 3 MB a second, several times what the busiest process logs. */
const slowRetryMs = 20;
const failedRetryMs = 1_000;
/** A retry of a slow reader's while the process waits to end. */
const flushRetryMs = 5;

/**
 * What cannot be written at once, because the disk is full or nobody reads, waits in memory and is retried. When too much
 * waits, what comes is dropped and counted until all that waits is written: a log has then one gap, whose size it tells.
 */
export function openOutlet({ writeSome, mostBytes = fourMebibytes, onGapOver }: OutletSettings): Outlet {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let droppedEver = 0;
  let gap: Gap | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    write: (text) => {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      if (waiting.length === 0) {
        waiting.push(bytes);
        waitingBytes = bytes.length;
        writeWaiting();
      } else if (!gap?.dropped && waitingBytes + bytes.length <= mostBytes) {
        waiting.push(bytes);
        waitingBytes += bytes.length;
      } else {
        droppedEver += 1;
        gap!.dropped += 1;
      }
    },
    countDropped: () => droppedEver,
    waitingBytes: () => waitingBytes,
    flush: (longestMs) => {
      const deadlineMs = performance.now() + longestMs;
      while (writeWaiting() === readerIsSlow && performance.now() < deadlineMs) sleep(flushRetryMs);
      return waiting.length === 0;
    },
  };

  /** Returns the code of the error that keeps some of it waiting. */
  function writeWaiting(): string | undefined {
    let written = 0;
    try {
      for (; written < waiting.length; written += 1) writeWhole(written);
    } catch (error) {
      const code = String((error as NodeJS.ErrnoException).code);
      gap ??= { since: new Date(), dropped: 0, code };
      if (code !== readerIsSlow) gap.code = code;
      waiting = waiting.slice(written);
      retryLater(code);
      return code;
    }
    waiting = [];
    waitingBytes = 0;
    tellOfGap();
    return undefined;
  }

  /** Leaves in its place what is left of it: half a line is written to its end, when that can be done. */
  function writeWhole(index: number): void {
    while (waiting[index]!.length > 0) {
      const count = writeSome(waiting[index]!);
      if (count === 0) throw Object.assign(new Error('nothing can be written now'), { code: readerIsSlow });
      waiting[index] = waiting[index]!.subarray(count);
      waitingBytes -= count;
    }
  }

  function retryLater(code: string): void {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        writeWaiting();
      },
      code === readerIsSlow ? slowRetryMs : failedRetryMs,
    );
    timer.unref();
  }

  function tellOfGap(): void {
    const over = gap;
    gap = undefined;
    // A reader that was slow for a moment, and missed nothing, is no news.
    if (over && (over.dropped > 0 || over.code !== readerIsSlow)) onGapOver?.(over);
  }
}

/** Holds up everything: for a process that has nothing else to do. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
