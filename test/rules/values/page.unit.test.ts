import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readPageRequest,
  writeCursor,
  type Cursor,
  type PageArguments,
  type RowKind,
} from '../../../src/rules/values/page.ts';
import { Refusal } from '../../../src/rules/failures/refusal.ts';

const place: Cursor = { kind: 'order', time: new Date('2021-06-22T02:37:15.123Z'), id: 'Ab3' };
const older: Cursor = { ...place, time: new Date('2021-06-21T00:00:00Z') };
const [cursor, olderCursor] = [writeCursor(place), writeCursor(older)];
const read = (given: PageArguments) => readPageRequest(given, 'order');

describe('which page is asked for', () => {
  const forward = { size: 20, direction: 'forward', after: null, before: null };
  const backward = { ...forward, direction: 'backward' };

  it.each([
    { given: {}, request: forward },
    { given: { first: null, after: null, last: null, before: null }, request: forward },
    { given: { first: 1 }, request: { ...forward, size: 1 } },
    { given: { first: 100 }, request: { ...forward, size: 100 } },
    { given: { after: cursor }, request: { ...forward, after: place } },
    { given: { first: 7, after: cursor }, request: { ...forward, size: 7, after: place } },
    { given: { first: 7, before: cursor }, request: { ...forward, size: 7, before: place } },
    { given: { after: cursor, before: olderCursor }, request: { ...forward, after: place, before: older } },
    {
      given: { first: 7, after: cursor, before: cursor },
      request: { ...forward, size: 7, after: place, before: place },
    },
    { given: { last: 1 }, request: { ...backward, size: 1 } },
    { given: { last: 100 }, request: { ...backward, size: 100 } },
    { given: { before: cursor }, request: { ...backward, before: place } },
    { given: { last: 7, before: cursor }, request: { ...backward, size: 7, before: place } },
    { given: { last: 7, after: cursor }, request: { ...backward, size: 7, after: place } },
    {
      given: { last: 7, after: cursor, before: olderCursor },
      request: { ...backward, size: 7, after: place, before: older },
    },
  ])('$given', ({ given, request }) => {
    expect(read(given)).toEqual(request);
  });
});

describe('what is refused', () => {
  const range = { code: 'wholeNumber', min: 1, max: 100 };
  const twoWays = { code: 'oneDirection' };
  const noCursor = { code: 'cursor' };

  it.each([
    { given: { first: 0 }, problems: { first: range } },
    { given: { first: -1 }, problems: { first: range } },
    { given: { first: 101 }, problems: { first: range } },
    { given: { last: 0 }, problems: { last: range } },
    { given: { last: -1 }, problems: { last: range } },
    { given: { last: 101 }, problems: { last: range } },
    { given: { first: 0, last: 101 }, problems: { first: range, last: range } },
    { given: { first: 1, last: 1 }, problems: { last: twoWays } },
    { given: { first: 1, after: cursor, last: 1, before: cursor }, problems: { last: twoWays } },
    { given: { after: 'no cursor' }, problems: { after: noCursor } },
    { given: { first: 0, after: '' }, problems: { first: range, after: noCursor } },
    { given: { last: 1, before: 'no cursor' }, problems: { before: noCursor } },
    { given: { after: 'no cursor', before: 'none' }, problems: { after: noCursor, before: noCursor } },
  ])('$given', ({ given, problems }) => {
    const fields = new Map(Object.entries(problems).map(([name, problem]) => [name, [problem]]));
    expect(refusalOf(given)).toMatchObject({ code: 'INVALID_PARAMETERS', fields });
  });
});

const kinds: RowKind[] = ['plugin', 'user', 'goods', 'order', 'delivery', 'attempt', 'rejectedRequest', 'auditEntry'];

describe('a cursor', () => {
  it('leads back to where it was taken', () => {
    const times = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') });
    const ids = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/);
    fc.assert(
      fc.property(
        times.filter((time) => !Number.isNaN(time.getTime())),
        ids,
        (time, id) => {
          const taken: Cursor = { kind: 'order', time, id };
          expect(read({ after: writeCursor(taken) }).after).toEqual(taken);
        },
      ),
    );
  });

  it.each(kinds)('of %s leads nowhere in other lists', (kind) => {
    const taken = { kind, time: place.time, id: '3' };
    for (const other of kinds) {
      const given = { before: writeCursor(taken) };
      if (other === kind) expect(readPageRequest(given, other).before).toEqual(taken);
      else expect(refusalOf(given, other)?.fields).toEqual(new Map([['before', [{ code: 'cursor' }]]]));
    }
  });

  it('that lost its end, or any one character of which is another, is refused', () => {
    for (let length = 0; length < cursor.length; length += 1) {
      expect(refusalOf({ after: cursor.slice(0, length) })).toBeDefined();
    }
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      expect(refusalOf({ after: cursor.slice(0, at) + other + cursor.slice(at + 1) })).toBeDefined();
    }
  });

  it.each([
    ['empty', ''],
    ['of no kind and without a checksum', encode('1624329435123 Ab3')],
    ['without a checksum', encode('order 1624329435123 Ab3')],
    ['with another checksum', encode('order 1624329435123 Ab3 AAAAAA')],
    ['with an empty id', writeCursor({ ...place, id: '' })],
    ['with two ids', writeCursor({ ...place, id: 'a b' })],
    ['with an id of NUL, which no database can look for', writeCursor({ ...place, id: 'a\0b' })],
    ['with an id of 65 characters', writeCursor({ ...place, id: 'a'.repeat(65) })],
    ['of no time', writeCursor({ ...place, time: new Date(Number.NaN) })],
    ['of a time after the year 9999', writeCursor({ ...place, time: new Date(253_402_300_800_000) })],
    ['of a time before the year 1', writeCursor({ ...place, time: new Date(-62_135_596_800_001) })],
    ['followed by another character', `${cursor}!`],
    ['with padding', `${cursor}==`],
    ['not encoded', Buffer.from(cursor, 'base64url').toString()],
    ['that is not UTF-8', Buffer.from('order 1624329435123 \xff AAAAAA', 'latin1').toString('base64url')],
  ])('%s is refused', (_what, after) => {
    expect(refusalOf({ after })?.fields).toEqual(new Map([['after', [{ code: 'cursor' }]]]));
  });

  it.each(['text', '1e3', '-1', '1.5', '9223372036854775808', '99999999999999999999'])(
    'of a row that is numbered does not have the id %s',
    (id) => {
      const after = writeCursor({ kind: 'attempt', time: place.time, id });
      expect(refusalOf({ after }, 'attempt')?.fields).toEqual(new Map([['after', [{ code: 'cursor' }]]]));
    },
  );

  it('of a row that is numbered may have the largest id', () => {
    const taken: Cursor = { kind: 'attempt', time: place.time, id: '9223372036854775807' };
    expect(readPageRequest({ after: writeCursor(taken) }, 'attempt').after).toEqual(taken);
  });
});

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function refusalOf(given: PageArguments, kind: RowKind = 'order'): Refusal | undefined {
  try {
    readPageRequest(given, kind);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
