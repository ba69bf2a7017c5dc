import { createHash } from 'node:crypto';
import type { Problem } from '../failures/valueProblems.ts';
import { refuseInvalid } from '../failures/refusal.ts';
import { isStorableTime } from './values.ts';

/** A stretch of a list that is ordered by (time, id), newest first. */
export interface PageRequest {
  size: number;
  /** The order of reading: from the newest row of the stretch on, or from its oldest. */
  direction: 'forward' | 'backward';
  /** The page has only rows that are older than this one. */
  after: Cursor | null;
  /** The page has only rows that are newer than this one. */
  before: Cursor | null;
}

/** The place of a row in a list. It stays valid when the row is removed. */
export interface Cursor {
  kind: RowKind;
  time: Date;
  id: string;
}

export interface PageArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

export const defaultPageSize = 20;
/** Weigh it together with `limits.objects` of the admin door, which limits a page together with the fields of its rows. */
export const largestPageSize = 100;

/** The second part of a cursor, for each kind of row: it orders rows of one instant, by text or by PostgreSQL's bigint. */
const idForms = {
  plugin: 'text',
  user: 'text',
  goods: 'text',
  order: 'text',
  delivery: 'text',
  attempt: 'bigint',
  rejectedRequest: 'bigint',
  refusedPayment: 'bigint',
  auditEntry: 'bigint',
  apiKey: 'text',
} as const;

export type RowKind = keyof typeof idForms;

/**
 * Reads Relay's four arguments: the rows between `after` and `before`, and of these the `first` or the `last` ones.
 * With a `before` alone, the page is the one that ends there. Throws INVALID_PARAMETERS.
 */
export function readPageRequest({ first, after, last, before }: PageArguments, kind: RowKind): PageRequest {
  refuseInvalid({
    first: checkSize(first),
    after: checkCursor(after, kind),
    last: checkSize(last) ?? (isGiven(first) && isGiven(last) ? { code: 'oneDirection' } : undefined),
    before: checkCursor(before, kind),
  });
  const isBackward = isGiven(last) || (isGiven(before) && !isGiven(first) && !isGiven(after));
  return {
    size: first ?? last ?? defaultPageSize,
    direction: isBackward ? 'backward' : 'forward',
    after: isGiven(after) ? readCursor(after, kind) : null,
    before: isGiven(before) ? readCursor(before, kind) : null,
  };
}

export function writeCursor({ kind, time, id }: Cursor): string {
  const place = `${kind} ${time.getTime()} ${id}`;
  return Buffer.from(`${place} ${checksum(place)}`).toString('base64url');
}

/** Detects a cursor that lost its end or was altered. It does not keep anyone from making one. */
function checksum(place: string): string {
  return createHash('sha256').update(place).digest('base64url').slice(0, 6);
}

/**
 * Reads a cursor. Returns null for any text that `writeCursor` did not write for this kind: base64 decoders skip
 * characters that they do not know.
 */
function readCursor(text: string, kind: RowKind): Cursor | null {
  const [, time, id] = cursorText.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) return null;
  if (idForms[kind] === 'bigint' && !isBigint(id)) return null;
  const cursor = { kind, time: new Date(Number(time)), id };
  return isStorableTime(cursor.time) && writeCursor(cursor) === text ? cursor : null;
}

const cursorText = /^\w+ (-?\d{1,15}) ([^\s\p{Cc}]{1,64}) [\w-]+$/u;

/** Says whether the text is a number from 0 on that PostgreSQL's bigint can hold. */
export function isBigint(id: string): boolean {
  return /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n;
}

function checkCursor(text: string | null | undefined, kind: RowKind): Problem | undefined {
  return isGiven(text) && readCursor(text, kind) === null ? { code: 'cursor' } : undefined;
}

function checkSize(size: number | null | undefined): Problem | undefined {
  return isGiven(size) && (size < 1 || size > largestPageSize)
    ? { code: 'wholeNumber', min: 1, max: largestPageSize }
    : undefined;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
