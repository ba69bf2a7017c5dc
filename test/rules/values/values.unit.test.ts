import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/rules/failures/valueProblems.ts';
import * as values from '../../../src/rules/values/values.ts';

const loneSurrogate = 'a\uD800';

describe('text', () => {
  it.each<{
    check: (text: string) => Problem | undefined;
    of: string;
    text: string;
    verdict: 'good' | Problem['code'];
  }>([
    { check: values.checkTitle, of: 'a title', text: 'x', verdict: 'good' },
    { check: values.checkTitle, of: 'a title', text: '会'.repeat(50), verdict: 'good' },
    { check: values.checkTitle, of: 'a title', text: '😀'.repeat(50), verdict: 'good' },
    { check: values.checkTitle, of: 'a title', text: '会'.repeat(51), verdict: 'lengthBetween' },
    { check: values.checkTitle, of: 'a title', text: '', verdict: 'required' },
    { check: values.checkTitle, of: 'a title', text: ' \u00A0\u3000', verdict: 'required' },
    { check: values.checkTitle, of: 'a title', text: 'a\tb', verdict: 'controlCharacter' },
    { check: values.checkTitle, of: 'a title', text: 'a\0', verdict: 'controlCharacter' },
    { check: values.checkTitle, of: 'a title', text: 'a\u0085', verdict: 'controlCharacter' },
    { check: values.checkTitle, of: 'a title', text: loneSurrogate, verdict: 'malformedText' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123456', verdict: 'good' },
    { check: values.checkOutOrderId, of: 'an external number', text: 'x'.repeat(64), verdict: 'good' },
    { check: values.checkOutOrderId, of: 'an external number', text: '12345', verdict: 'lengthBetween' },
    { check: values.checkOutOrderId, of: 'an external number', text: 'x'.repeat(65), verdict: 'lengthBetween' },
    { check: values.checkOutOrderId, of: 'an external number', text: '12 34-订单', verdict: 'good' },
    { check: values.checkOutOrderId, of: 'an external number', text: ' 123456', verdict: 'surroundingSpace' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123456 ', verdict: 'surroundingSpace' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123456\u3000', verdict: 'surroundingSpace' },
    { check: values.checkOutOrderId, of: 'an external number', text: '\uFEFF123456', verdict: 'surroundingSpace' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123456\n', verdict: 'controlCharacter' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123456\u200B', verdict: 'invisibleCharacter' },
    { check: values.checkOutOrderId, of: 'an external number', text: '\u200E123456', verdict: 'invisibleCharacter' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123\u00AD456', verdict: 'invisibleCharacter' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123\u00A0456', verdict: 'invisibleCharacter' },
    { check: values.checkOutOrderId, of: 'an external number', text: '123\u3000456', verdict: 'invisibleCharacter' },
    { check: values.checkPluginName, of: "a plugin's name", text: 'x'.repeat(100), verdict: 'good' },
    { check: values.checkPluginName, of: "a plugin's name", text: 'x'.repeat(101), verdict: 'lengthBetween' },
    { check: values.checkNickname, of: 'a nickname', text: '😀'.repeat(64), verdict: 'good' },
    { check: values.checkNickname, of: 'a nickname', text: '😀'.repeat(65), verdict: 'lengthBetween' },
    { check: values.checkLookup, of: 'an identifier', text: 'x', verdict: 'good' },
    { check: values.checkLookup, of: 'an identifier', text: 'x'.repeat(64), verdict: 'good' },
    { check: values.checkLookup, of: 'an identifier', text: 'x'.repeat(65), verdict: 'lengthBetween' },
    { check: values.checkLookup, of: 'an identifier', text: 'x\n', verdict: 'controlCharacter' },
    { check: values.checkAttach, of: 'attached data', text: '', verdict: 'good' },
    { check: values.checkAttach, of: 'attached data', text: 'two\r\nlines\t', verdict: 'good' },
    { check: values.checkAttach, of: 'attached data', text: '😀'.repeat(256), verdict: 'good' },
    { check: values.checkAttach, of: 'attached data', text: '😀'.repeat(257), verdict: 'lengthBetween' },
    { check: values.checkAttach, of: 'attached data', text: 'a\0b', verdict: 'controlCharacter' },
    { check: values.checkAttach, of: 'attached data', text: loneSurrogate, verdict: 'malformedText' },
  ])('as $of: $text is $verdict', ({ check, text, verdict }) => {
    expect(check(text)?.code ?? 'good').toBe(verdict);
  });
});

describe('a whole number', () => {
  it.each([
    { check: values.checkTotalFeeFen, of: 'a price', value: 1, good: true },
    { check: values.checkTotalFeeFen, of: 'a price', value: 2_147_483_647, good: true },
    { check: values.checkTotalFeeFen, of: 'a price', value: 0, good: false },
    { check: values.checkTotalFeeFen, of: 'a price', value: -1, good: false },
    { check: values.checkTotalFeeFen, of: 'a price', value: 1.5, good: false },
    { check: values.checkTotalFeeFen, of: 'a price', value: Number.NaN, good: false },
    { check: values.checkTotalFeeFen, of: 'a price', value: Number.POSITIVE_INFINITY, good: false },
    { check: values.checkTotalFeeFen, of: 'a price', value: 2_147_483_648, good: false },
    { check: values.checkPayLimit, of: 'a limit', value: 0, good: true },
    { check: values.checkPayLimit, of: 'a limit', value: -1, good: false },
  ])('as $of: $value is good: $good', ({ check, value, good }) => {
    expect(check(value) === undefined).toBe(good);
  });

  it('is refused with the range it must be in', () => {
    expect(values.checkWholeNumber(11, 1, 10)).toEqual({ code: 'wholeNumber', min: 1, max: 10 });
  });
});

describe('the time of a payment', () => {
  const now = new Date('2021-06-22T02:37:15.000Z');

  it.each<{ paidAt: string; problem?: string; because: string }>([
    { paidAt: '1999-01-01T00:00:00.000Z', because: 'it is past' },
    { paidAt: '2021-06-22T02:37:15.000Z', because: 'it is now' },
    { paidAt: '2021-06-22T02:42:15.000Z', because: 'clocks may differ by five minutes' },
    { paidAt: '2021-06-22T02:42:15.001Z', problem: 'inTheFuture', because: 'they may not differ by more' },
    { paidAt: '1970-01-01T00:00:00.000Z', because: 'it is the first that a Unix time can say' },
    { paidAt: '1969-12-31T23:59:59.999Z', problem: 'beforeUnixEpoch', because: 'it is before that' },
    {
      paidAt: '0001-01-01T00:00:00.000Z',
      problem: 'beforeUnixEpoch',
      because: 'paid_at would have no four-digit year',
    },
  ])('$paidAt is judged so ($problem), because $because', ({ paidAt, problem }) => {
    expect(values.checkPaidAt(new Date(paidAt), now)?.code).toBe(problem);
  });
});

describe('the time of a payment, of an order that was created at 02:37:15 UTC,', () => {
  const createdAt = new Date('2021-06-22T02:37:15.000Z');

  it.each([
    { paidAt: '2021-06-22T02:37:15.000Z', good: true, because: 'it is the same moment' },
    { paidAt: '2022-06-22T02:37:15.000Z', good: true, because: 'users may take their time' },
    { paidAt: '2021-06-22T02:27:15.000Z', good: true, because: 'clocks may differ by ten minutes' },
    { paidAt: '2021-06-22T02:27:14.999Z', good: false, because: 'they may not differ by more' },
    {
      paidAt: '2021-06-22T02:22:15.000Z',
      good: false,
      because: 'the zones that are nearest to each other differ by 15',
    },
    { paidAt: '2021-06-21T18:37:15.000Z', good: false, because: 'eight hours are a mistaken zone' },
    { paidAt: '1970-01-01T00:00:00.000Z', good: false, because: 'a Unix time of 0 is no time' },
  ])('may be $paidAt ($good), because $because', ({ paidAt, good }) => {
    expect(values.checkPaidAfter(new Date(paidAt), createdAt)).toEqual(
      good ? undefined : { code: 'beforeCreation', minutes: 10, createdAt: '2021-06-22T02:37:15.000Z' },
    );
  });
});
