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

export const defaultSize = 20;
export const largestSize = 100;

/** What tells rows of one instant apart: any text, or a bigint of PostgreSQL. */
export type IdForm = 'text' | 'bigint';

/** Relay's four arguments: `first` with `after`, or `last` with `before`. Throws INVALID_PARAMETERS. */
export function readPageRequest({ first, after, last, before }: PageArguments, idForm: IdForm = 'text'): PageRequest {
  const forward = given(first) || given(after);
  const backward = given(last) || given(before);
  refuseInvalid({
    first: checkSize(first),
    after: checkCursor(after, idForm),
    last: checkSize(last) ?? (forward && given(last) ? { code: 'oneDirection' } : undefined),
    before: checkCursor(before, idForm) ?? (forward && given(before) ? { code: 'oneDirection' } : undefined),
  });
  const text = backward ? before : after;
  return {
    size: (backward ? last : first) ?? defaultSize,
    direction: backward ? 'backward' : 'forward',
    cursor: given(text) ? readCursor(text, idForm) : null,
  };
}

export function writeCursor({ time, id }: Cursor): string {
  return Buffer.from(`${time.getTime()} ${id}`).toString('base64url');
}

/** Null for whatever `writeCursor` did not write: base64 decoders pass over what they do not know. */
function readCursor(text: string, idForm: IdForm): Cursor | null {
  const [, time, id] = /^(-?\d{1,15}) ([^\s\p{Cc}]{1,64})$/u.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) return null;
  if (idForm === 'bigint' && !isBigint(id)) return null;
  const cursor = { time: new Date(Number(time)), id };
  return isStorable(cursor.time) && writeCursor(cursor) === text ? cursor : null;
}

function isBigint(id: string): boolean {
  return /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n;
}

/** Years of four digits; PostgreSQL does not have all the others. */
function isStorable(time: Date): boolean {
  return time.getTime() >= earliestMs && time.getTime() <= latestMs;
}

const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

function checkCursor(text: string | null | undefined, idForm: IdForm): Problem | undefined {
  return given(text) && readCursor(text, idForm) === null ? { code: 'cursor' } : undefined;
}

function checkSize(size: number | null | undefined): Problem | undefined {
  return given(size) && (size < 1 || size > largestSize)
    ? { code: 'wholeNumber', min: 1, max: largestSize }
    : undefined;
}

function given<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
