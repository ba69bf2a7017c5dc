import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPageRequest, writeCursor } from '../../src/rules/page.ts';
import { Refusal } from '../../src/rules/refusal.ts';

const place = { time: new Date('2021-06-22T02:37:15.123Z'), id: 'Ab3' };
const cursor = writeCursor(place);
const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('which page is asked for', () => {
  it.each([
    { given: {}, size: 20, direction: 'forward', from: null },
    { given: { first: null, after: null, last: null, before: null }, size: 20, direction: 'forward', from: null },
    { given: { first: 1 }, size: 1, direction: 'forward', from: null },
    { given: { first: 100 }, size: 100, direction: 'forward', from: null },
    { given: { after: cursor }, size: 20, direction: 'forward', from: place },
    { given: { first: 7, after: cursor }, size: 7, direction: 'forward', from: place },
    { given: { last: 1 }, size: 1, direction: 'backward', from: null },
    { given: { last: 100 }, size: 100, direction: 'backward', from: null },
    { given: { before: cursor }, size: 20, direction: 'backward', from: place },
    { given: { last: 7, before: cursor }, size: 7, direction: 'backward', from: place },
  ])('$given: $size $direction', ({ given, size, direction, from }) => {
    expect(readPageRequest(given)).toEqual({ size, direction, cursor: from });
  });
});

describe('what is refused', () => {
  const range = { code: 'wholeNumber', min: 1, max: 100 };
  const twoWays = { code: 'oneDirection' };

  it.each([
    { given: { first: 0 }, problems: { first: range } },
    { given: { first: -1 }, problems: { first: range } },
    { given: { first: 101 }, problems: { first: range } },
    { given: { last: 0 }, problems: { last: range } },
    { given: { last: -1 }, problems: { last: range } },
    { given: { last: 101 }, problems: { last: range } },
    { given: { first: 0, last: 101 }, problems: { first: range, last: range } },
    { given: { first: 1, last: 1 }, problems: { last: twoWays } },
    { given: { first: 1, before: cursor }, problems: { before: twoWays } },
    { given: { after: cursor, last: 1 }, problems: { last: twoWays } },
    { given: { after: cursor, before: cursor }, problems: { before: twoWays } },
    { given: { first: 1, after: cursor, last: 1, before: cursor }, problems: { last: twoWays, before: twoWays } },
    { given: { after: 'no cursor' }, problems: { after: { code: 'cursor' } } },
    { given: { first: 0, after: '' }, problems: { first: range, after: { code: 'cursor' } } },
    { given: { last: 1, before: 'no cursor' }, problems: { before: { code: 'cursor' } } },
  ])('$given', ({ given, problems }) => {
    const fields = new Map(Object.entries(problems).map(([name, problem]) => [name, [problem]]));
    expect(refusalOf(given)).toMatchObject({ code: 'INVALID_PARAMETERS', fields });
  });
});

describe('a cursor', () => {
  it('leads back to where it was taken', () => {
    const times = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') });
    const ids = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/);
    fc.assert(
      fc.property(
        times.filter((time) => !Number.isNaN(time.getTime())),
        ids,
        (time, id) => {
          expect(readPageRequest({ after: writeCursor({ time, id }) }).cursor).toEqual({ time, id });
        },
      ),
    );
  });

  it.each([
    ['empty', ''],
    ['without an id', encode('1624329435123')],
    ['with an empty id', encode('1624329435123 ')],
    ['with two ids', encode('1624329435123 a b')],
    ['with an id of NUL, which no database can look for', encode('1624329435123 a\0b')],
    ['with an id of 65 characters', encode(`1624329435123 ${'a'.repeat(65)}`)],
    ['without a time', encode(' Ab3')],
    ['of a time in words', encode('today Ab3')],
    ['of a fraction of a millisecond', encode('1624329435123.5 Ab3')],
    ['of a time after the year 9999', encode('253402300800000 Ab3')],
    ['of a time before the year 1', encode('-62135596800001 Ab3')],
    ['of a time beyond all calendars', encode('999999999999999 Ab3')],
    ['of a time that is written in another way', encode('01624329435123 Ab3')],
    ['followed by another character', `${cursor}!`],
    ['with padding', `${cursor}==`],
    ['not encoded', '1624329435123 Ab3'],
    ['that is not UTF-8', Buffer.from('1624329435123 \xff', 'latin1').toString('base64url')],
  ])('%s is refused', (_what, after) => {
    expect(refusalOf({ after })?.fields).toEqual(new Map([['after', [{ code: 'cursor' }]]]));
  });
});

function refusalOf(given: Parameters<typeof readPageRequest>[0]): Refusal | undefined {
  try {
    readPageRequest(given);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
