import type { Problem } from './problems.ts';
import { refuseInvalid } from './refusal.ts';

/** A stretch of a list that is ordered by (time, id), newest first. */
export interface PageRequest {
  size: number;
  /** Towards older rows after the cursor, or towards newer rows before it. */
  direction: 'forward' | 'backward';
  cursor: Cursor | null;
}

/** Where a row stands. It stays good when the row is gone. */
export interface Cursor {
  time: Date;
  id: string;
}

export interface PageArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

const defaultSize = 20;
const largestSize = 100;

/** Relay's four arguments: `first` with `after`, or `last` with `before`. Throws INVALID_PARAMETERS. */
export function readPageRequest({ first, after, last, before }: PageArguments): PageRequest {
  const backward = given(last) || given(before);
  refuseInvalid({
    first: checkSize(first),
    last: checkSize(last) ?? (given(last) && given(first) ? { code: 'oneDirection' } : undefined),
    after: checkCursor(after),
    before: checkCursor(before) ?? (backward && (given(first) || given(after)) ? { code: 'oneDirection' } : undefined),
  });
  const text = backward ? before : after;
  return {
    size: (backward ? last : first) ?? defaultSize,
    direction: backward ? 'backward' : 'forward',
    cursor: given(text) ? readCursor(text) : null,
  };
}

export function writeCursor({ time, id }: Cursor): string {
  return Buffer.from(`${time.getTime()} ${id}`).toString('base64url');
}

function readCursor(text: string): Cursor | null {
  const [, time, id] = /^(-?\d{1,15}) (\S{1,64})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return time === undefined || id === undefined ? null : { time: new Date(Number(time)), id };
}

function checkCursor(text: string | null | undefined): Problem | undefined {
  return given(text) && readCursor(text) === null ? { code: 'cursor' } : undefined;
}

function checkSize(size: number | null | undefined): Problem | undefined {
  return given(size) && (size < 1 || size > largestSize)
    ? { code: 'wholeNumber', min: 1, max: largestSize }
    : undefined;
}

function given<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
