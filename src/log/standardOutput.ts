import { writeSync } from 'node:fs';
import { openOutlet, type Gap, type Outlet } from './openOutlet.ts';

/** The time that the process may wait for a slow reader when it ends. */
const lastFlushMs = 500;

const outlets: Record<'stdout' | 'stderr', Outlet | undefined> = { stdout: undefined, stderr: undefined };
let reportGap: (gap: Gap) => void = () => {};

/**
 * Makes sure that nothing in this process waits for standard output or standard error, or ends because of them: the log,
 * `console`, packages that write, and Node itself. A program calls it first. When the process ends, even by a fault,
 * everything is written, unless that takes longer than half a second.
 */
export function neverWaitForOutput(): void {
  outlets.stdout ??= takeOver(process.stdout, 1);
  outlets.stderr ??= takeOver(process.stderr, 2);
  process.on('exit', () => flushOutput(lastFlushMs));
}

/** Writes what waits. Returns false when some of standard output is lost if the process ends now. */
export function flushOutput(longestMs = lastFlushMs): boolean {
  const deadlineMs = performance.now() + longestMs;
  const isOut = outlets.stdout?.flush(longestMs) ?? true;
  outlets.stderr?.flush(Math.max(deadlineMs - performance.now(), 0));
  return isOut && !outlets.stdout?.countDropped();
}

/** Calls `report` when everything that waited is written on standard output, and before the next line is. */
export function onOutputGap(report: (gap: Gap) => void): void {
  reportGap = report;
}

/** Returns how much standard output and standard error have dropped since the start, and how much waits. */
export function readOutputFigures(): { droppedLines: number; waitingBytes: number } {
  const taken = Object.values(outlets).filter((outlet) => outlet !== undefined);
  return {
    droppedLines: taken.reduce((sum, outlet) => sum + outlet.countDropped(), 0),
    waitingBytes: taken.reduce((sum, outlet) => sum + outlet.waitingBytes(), 0),
  };
}

/** A part of Node's terminals that is not documented, but used by many programs. */
type TerminalStream = NodeJS.WriteStream & { _handle?: { setBlocking?(isBlocking: boolean): void } };

function takeOver(stream: NodeJS.WriteStream, fd: number): Outlet {
  // Node makes pipes and sockets non-blocking, but not terminals, where Ctrl-S would stop the service.
  if (stream.isTTY) (stream as TerminalStream)._handle?.setBlocking?.(false);
  const outlet = openOutlet({
    writeSome: (bytes) => writeSync(fd, bytes),
    ...(stream === process.stdout && { onGapOver: (gap) => reportGap(gap) }),
  });
  stream.write = (text: string | Uint8Array, ...rest: unknown[]) => {
    outlet.write(text);
    const done = rest.find((argument) => typeof argument === 'function');
    if (done) process.nextTick(done);
    return true;
  };
  return outlet;
}
