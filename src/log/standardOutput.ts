import { writeSync } from 'node:fs';
import { openOutlet, type Gap, type Outlet } from './openOutlet.ts';

/** How long the end of the process may wait for a slow reader of its last lines. */
const lastFlushMs = 500;

const outlets: Record<'stdout' | 'stderr', Outlet | undefined> = { stdout: undefined, stderr: undefined };
let tellOfGap: (gap: Gap) => void = () => {};

/**
 * From now on nothing in this process waits for standard output or standard error, or ends because of them: the log,
 * `console`, packages that write, and Node itself. A program calls it first. What was written is there when the process
 * ends, by a fault too, unless it could not be written for half a second.
 */
export function neverWaitForOutput(): void {
  outlets.stdout ??= takeOver(process.stdout, 1);
  outlets.stderr ??= takeOver(process.stderr, 2);
  process.on('exit', () => flushOutput(lastFlushMs));
}

/** False: some of what was written to standard output could not be written on, and is lost if the process ends now. */
export function flushOutput(longestMs = lastFlushMs): boolean {
  const deadlineMs = performance.now() + longestMs;
  const isOut = outlets.stdout?.flush(longestMs) ?? true;
  outlets.stderr?.flush(Math.max(deadlineMs - performance.now(), 0));
  return isOut && !outlets.stdout?.countDropped();
}

/** Has `tell` called when all that waited is written on standard output, and before anything else is. */
export function onOutputGap(tell: (gap: Gap) => void): void {
  tellOfGap = tell;
}

/** What standard output and standard error have not taken since the process was started, and not yet. */
export function readOutputFigures(): { droppedLines: number; waitingBytes: number } {
  const taken = Object.values(outlets).filter((outlet) => outlet !== undefined);
  return {
    droppedLines: taken.reduce((sum, outlet) => sum + outlet.countDropped(), 0),
    waitingBytes: taken.reduce((sum, outlet) => sum + outlet.waitingBytes(), 0),
  };
}

/** What Node does not document of it, and many programs use. */
type TerminalStream = NodeJS.WriteStream & { _handle?: { setBlocking?(isBlocking: boolean): void } };

function takeOver(stream: NodeJS.WriteStream, fd: number): Outlet {
  // Node has made a pipe or a socket non-blocking by now, and not a terminal, whose Ctrl-S would stop the service.
  if (stream.isTTY) (stream as TerminalStream)._handle?.setBlocking?.(false);
  const outlet = openOutlet({
    writeSome: (bytes) => writeSync(fd, bytes),
    ...(stream === process.stdout && { onGapOver: (gap) => tellOfGap(gap) }),
  });
  stream.write = (text: string | Uint8Array, ...rest: unknown[]) => {
    outlet.write(text);
    const done = rest.find((argument) => typeof argument === 'function');
    if (done) process.nextTick(done);
    return true;
  };
  return outlet;
}
