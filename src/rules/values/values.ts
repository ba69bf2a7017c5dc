import { findInvisible, findOddSpace, invisibleClass, oddSpaceClass } from '../diagnosis/invisibleCharacter.ts';
import type { Problem } from '../failures/valueProblems.ts';

/**
 * The forms of the product's values, the same for every door. Lengths count characters (Unicode code points).
 * A check returns what is wrong, or undefined.
 */
export const accessTokenLength = 32; // specification, Limits

/** PostgreSQL's integer and GraphQL's Int. */
export const largestInteger = 2 ** 31 - 1;

const clockDifferenceMs = 5 * 60 * 1000;

/** A check of text on one line, with the lengths that it allows. */
export interface LineCheck {
  (text: string): Problem | undefined;
  readonly shortest: number;
  readonly longest: number;
}

/** A check of whole numbers, with the smallest and the largest that it allows. */
export interface NumberCheck {
  (value: number): Problem | undefined;
  readonly least: number;
  readonly most: number;
}

/** Goods title: at most 50 characters (specification, Limits). */
export const checkTitle = line(1, 50);
export const shortestOutOrderId = 6;
export const longestOutOrderId = 64;
export const checkOutOrderId = (text: string) =>
  checkLine(text, shortestOutOrderId, longestOutOrderId) ?? checkReadable(text);
export const checkPluginName = (text: string) => checkLine(text, 1, 100);
export const checkNickname = line(1, 64);

/** An identifier that is looked up: any single line that could be one, so that an unknown one is "not found". */
export const checkLookup = line(1, 64);

/** A part of a text that `check` allows; '' is a part of every text. */
export function checkPart(text: string, check: (text: string) => Problem | undefined): Problem | undefined {
  if (text === '') return undefined;
  return asOptional(check(text));
}

/** Changes the problem of a blank value that may be left out: nothing says that it is required. */
export function asOptional<Read>(read: Read): Read | Problem {
  return (read as Problem | undefined)?.code === 'required' ? { code: 'blank' } : read;
}

export const longestAttach = 256;

/** Checks attached data. It may have several lines, but no NUL, which PostgreSQL cannot store. */
export function checkAttach(text: string): Problem | undefined {
  if (text.includes('\0')) return { code: 'controlCharacter' };
  return checkText(text, 0, longestAttach);
}

export const longestReason = 500;
export const checkReason = (text: string) => (text === '' ? undefined : checkLine(text, 1, longestReason));

/** As many characters as 4 KiB have in base64. */
export const longestBase64 = Math.ceil((4 * 1024) / 3) * 4;

/** Base64 with its padding. */
export const base64Pattern = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function checkBase64(text: string): Problem | undefined {
  if (text.length > longestBase64) return { code: 'lengthBetween', min: 0, max: longestBase64 };
  return base64Pattern.test(text) ? undefined : { code: 'base64' };
}

/** The ways in which a POST can have no answer that a listener can report. */
export const reportedFailures = ['TIMED_OUT', 'CONNECTION_FAILED', 'TLS_FAILED'] as const;
export type ReportedFailure = (typeof reportedFailures)[number];

export function checkReportedFailure(text: string): Problem | undefined {
  if (reportedFailures.some((failure) => failure === text)) return undefined;
  return { code: 'oneOf', choices: reportedFailures.join(', ') };
}

/** The price must be at least 1 fen: what costs nothing needs no payment. */
export const checkTotalFeeFen = wholeFrom(1);
export const checkPayLimit = wholeFrom(0);
export const checkCount = wholeFrom(0);
/** A status of HTTP. */
export const checkReportedStatus = wholeFrom(100, 999);
export const checkFlag = wholeFrom(0, 1);
export const checkAttemptNumber = wholeFrom(1);

export function checkWholeNumber(value: number, min: number, max = largestInteger): Problem | undefined {
  return Number.isInteger(value) && value >= min && value <= max ? undefined : { code: 'wholeNumber', min, max };
}

function wholeFrom(least: number, most = largestInteger): NumberCheck {
  return Object.assign((value: number) => checkWholeNumber(value, least, most), { least, most });
}

function line(shortest: number, longest: number): LineCheck {
  return Object.assign((text: string) => checkLine(text, shortest, longest), { shortest, longest });
}

/** The texts that have no control character, and are not white space alone. It says the same as `checkLine`. */
export const linePattern = String.raw`^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`;

/** Such a text, or none. */
export const optionalLinePattern = `^$|${linePattern}`;

/** The texts that `checkOutOrderId` accepts, or none. */
export const outOrderIdPattern = readablePattern(shortestOutOrderId, longestOutOrderId);

/** The texts that PostgreSQL can store. */
export const withoutNulPattern = String.raw`^[^\x00]*$`;

export function checkLine(text: string, min: number, max: number): Problem | undefined {
  if (/\p{Cc}/u.test(text)) return { code: 'controlCharacter' };
  if (min > 0 && text.trim() === '') return { code: 'required' };
  return checkText(text, min, max);
}

/** Says the same as `checkLine` with `checkReadable`. */
function readablePattern(min: number, max: number): string {
  const refused = String.raw`\x00-\x1f\x7f-\x9f` + invisibleClass + oddSpaceClass;
  return `^$|^(?! )(?!.* $)[^${refused}]{${min},${max}}$`;
}

/** Refuses text that looks the same as another text: people could find only one of the two. */
function checkReadable(text: string): Problem | undefined {
  if (text.trim() !== text) return { code: 'surroundingSpace' };
  return findInvisible(text) ?? findOddSpace(text);
}

function checkText(text: string, min: number, max: number): Problem | undefined {
  if (!text.isWellFormed()) return { code: 'malformedText' };
  const length = countCharacters(text);
  return length >= min && length <= max ? undefined : { code: 'lengthBetween', min, max };
}

const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Says whether the time is in the years 1 to 9999: PostgreSQL has no year 0, and later years have no RFC 3339 form. */
export function isStorableTime(time: Date): boolean {
  return time.getTime() >= earliestMs && time.getTime() <= latestMs;
}

/**
 * Payments are recorded after the fact; the clock that read the time may be a little ahead of ours. A time before the
 * Unix epoch is a mistake, and might have no year of four digits, which paid_at is written with.
 */
export function checkPaidAt(paidAt: Date, now: Date): Problem | undefined {
  if (paidAt.getTime() < 0) return { code: 'beforeUnixEpoch' };
  return paidAt.getTime() > now.getTime() + clockDifferenceMs ? { code: 'inTheFuture' } : undefined;
}

/** Less than a quarter of an hour, by which time zones differ at least: a mistaken zone is always found. */
const mostMinutesEarly = 10;

/** An order is paid after it was created, by clocks that may differ. */
export function checkPaidAfter(paidAt: Date, createdAt: Date): Problem | undefined {
  if (paidAt.getTime() >= createdAt.getTime() - mostMinutesEarly * 60_000) return undefined;
  return { code: 'beforeCreation', minutes: mostMinutesEarly, createdAt: createdAt.toISOString() };
}

/** Counts Unicode code points: an emoji is one, as a person would count it. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
