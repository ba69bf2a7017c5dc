/**
 * An output that takes every text immediately, whatever becomes of it, and writes those of one turn of the event loop together.
 */
export interface Outlet {
  /** Never throws, and never waits. */
  write(text: string | Uint8Array): void;
  /** Returns how many texts were dropped since it was opened. */
  countDropped(): number;
  waitingBytes(): number;
  /** Writes the rest, and waits at most this long for a slow reader. Returns true when nothing is left. */
  flush(longestMs: number): boolean;
}

/** A time, now over, in which not everything could be written. */
export interface Gap {
  since: Date;
  /** The number of texts that were dropped. 0: all of them were written, but late. */
  dropped: number;
  /** The last error, such as ENOSPC; EAGAIN: the reader was slow. */
  code: string;
}

export interface OutletSettings {
  /** Writes as many of the bytes as it can and returns how many; throws when it can write none. Must not block. */
  writeSome(bytes: Uint8Array): number;
  /** The number of bytes that may wait. */
  mostBytes?: number;
  /** Called when the first text after a gap can be written. What it writes comes before that text. */
  onGapOver?(gap: Gap): void;
}

const readerIsSlow = 'EAGAIN';
/** The limit of waiting bytes: about 10,000 lines of the log. */
const fourMebibytes = 4 * 1024 * 1024;
/** A pipe holds 64 KiB, so this is 3 MB a second: several times what the busiest process logs. */
const slowRetryMs = 20;
const failedRetryMs = 1_000;
/** The interval at which writing is retried while the process waits to end. */
const flushRetryMs = 5;

/**
 * Opens an output for texts. Those of a turn of the event loop are one write, since each write is a call of the system and a
 * busy process logs many lines a turn. Those that cannot be written, because the disk is full or nobody reads, wait in memory
 * and are retried. When too many wait, new ones are dropped and counted until all that wait are written. So a log has one gap,
 * and says how large it is.
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
      if (!gap && waitingBytes + bytes.length > mostBytes) writeWaiting();
      if (gap && (gap.dropped > 0 || waitingBytes + bytes.length > mostBytes)) {
        droppedEver += 1;
        gap.dropped += 1;
        return;
      }
      if (waiting.length === 0) setImmediate(writeWaiting);
      waiting.push(bytes);
      waitingBytes += bytes.length;
    },
    countDropped: () => droppedEver,
    waitingBytes: () => waitingBytes,
    flush: (longestMs) => {
      const deadlineMs = performance.now() + longestMs;
      while (writeWaiting() === readerIsSlow && performance.now() < deadlineMs) sleep(flushRetryMs);
      return waiting.length === 0;
    },
  };

  /** Returns the code of the error that keeps some of it waiting. Then half a line may be written, so its rest comes first. */
  function writeWaiting(): string | undefined {
    let left: Uint8Array = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
    let code: string | undefined;
    try {
      while (left.length > 0) {
        const count = writeSome(left);
        if (count === 0) throw Object.assign(new Error('nothing can be written now'), { code: readerIsSlow });
        left = left.subarray(count);
      }
    } catch (error) {
      code = String((error as NodeJS.ErrnoException).code);
      gap ??= { since: new Date(), dropped: 0, code };
      if (code !== readerIsSlow) gap.code = code;
      retryLater(code);
    }
    waiting = left.length > 0 ? [left] : [];
    waitingBytes = left.length;
    if (code === undefined) reportGap();
    return code;
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

  function reportGap(): void {
    const over = gap;
    gap = undefined;
    // A reader that was slow for a moment, and missed nothing, is not worth a line.
    if (over && (over.dropped > 0 || over.code !== readerIsSlow)) onGapOver?.(over);
  }
}

/** Blocks the process. Only for a process that has nothing else to do. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
