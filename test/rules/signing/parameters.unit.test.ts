import { describe, expect, it } from 'vitest';
import * as parameters from '../../../src/rules/signing/parameters.ts';
import type { Problem } from '../../../src/rules/failures/valueProblems.ts';
import { Refusal } from '../../../src/rules/failures/refusal.ts';

const none = new Map<string, Problem>();
const { plugin_id, timestamp, sign } = parameters.signedRequestRules;
const { accessToken, title, outOrderId, totalFee, payLimit } = parameters;

describe('a parameter is read', () => {
  it.each([
    { rule: plugin_id, name: 'plugin_id', sent: 'plugtest', value: 'plugtest' },
    { rule: plugin_id, name: 'plugin_id', sent: 'No such plugin!', value: 'No such plugin!' },
    { rule: timestamp, name: 'timestamp', sent: '1624329435', value: '1624329435' },
    { rule: timestamp, name: 'timestamp', sent: '0', value: '0' },
    { rule: sign, name: 'sign', sent: 'a'.repeat(64), value: 'a'.repeat(64) },
    { rule: sign, name: 'sign', sent: '0123456789ABCDEF'.repeat(4), value: '0123456789ABCDEF'.repeat(4) },
    { rule: accessToken, name: 'access_token', sent: 'a'.repeat(32), value: 'a'.repeat(32) },
    { rule: accessToken, name: 'access_token', sent: '会'.repeat(32), value: '会'.repeat(32) },
    { rule: title, name: 'title', sent: '会员 1年', value: '会员 1年' },
    { rule: title, name: 'title', sent: '😀'.repeat(50), value: '😀'.repeat(50) },
    { rule: title, name: 'title', sent: ' kept ', value: ' kept ' },
    { rule: outOrderId, name: 'out_order_id', sent: 'x', value: 'x' },
    { rule: outOrderId, name: 'out_order_id', sent: 'x'.repeat(64), value: 'x'.repeat(64) },
    { rule: totalFee, name: 'total_fee', sent: '1', value: 1 },
    { rule: totalFee, name: 'total_fee', sent: '2147483647', value: 2_147_483_647 },
    { rule: payLimit, name: 'pay_limit', sent: '0', value: 0 },
    { rule: payLimit, name: 'pay_limit', sent: '3', value: 3 },
    { rule: payLimit, name: 'pay_limit', sent: undefined, value: 0 },
  ])('$name from $sent', ({ rule, name, sent, value }) => {
    expect(readOne(rule, name, sent)).toBe(value);
  });
});

const wholeFen = { code: 'wholeNumber', min: 1, max: 2_147_483_647 };
const wholeCount = { code: 'wholeNumber', min: 0, max: 2_147_483_647 };
const required = { code: 'required' };
const unixSeconds = { code: 'unixSeconds' };
const hexDigits = { code: 'hexDigits', length: 64 };
const exactly32 = { code: 'exactLength', length: 32 };
const controlCharacter = { code: 'controlCharacter' };

describe('a parameter is refused', () => {
  it.each([
    { rule: plugin_id, name: 'plugin_id', sent: undefined, problem: required },
    { rule: plugin_id, name: 'plugin_id', sent: '', problem: required },
    { rule: plugin_id, name: 'plugin_id', sent: '  ', problem: required },
    { rule: plugin_id, name: 'plugin_id', sent: 'plug\0est', problem: controlCharacter },
    { rule: plugin_id, name: 'plugin_id', sent: 'x'.repeat(65), problem: { code: 'lengthBetween', min: 1, max: 64 } },
    { rule: timestamp, name: 'timestamp', sent: undefined, problem: required },
    { rule: timestamp, name: 'timestamp', sent: '', problem: required },
    { rule: timestamp, name: 'timestamp', sent: '-1624329435', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '+1624329435', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '1624329435.0', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '1.6e9', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '0x60D14F9B', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: ' 1624329435', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '1624329435\n', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '１６２４３２９４３５', problem: unixSeconds },
    { rule: timestamp, name: 'timestamp', sent: '2021-06-22 10:37:15', problem: unixSeconds },
    { rule: sign, name: 'sign', sent: undefined, problem: required },
    { rule: sign, name: 'sign', sent: '', problem: required },
    { rule: sign, name: 'sign', sent: 'a'.repeat(63), problem: hexDigits },
    { rule: sign, name: 'sign', sent: 'a'.repeat(65), problem: hexDigits },
    { rule: sign, name: 'sign', sent: `${'a'.repeat(64)}\n`, problem: hexDigits },
    { rule: sign, name: 'sign', sent: `${'a'.repeat(63)}g`, problem: hexDigits },
    { rule: sign, name: 'sign', sent: `0x${'a'.repeat(62)}`, problem: hexDigits },
    { rule: sign, name: 'sign', sent: 'xGemKTa9BaSD2WUmY5iI9B8MH9GTEQDQIG5izwAYpLQ=', problem: hexDigits },
    { rule: accessToken, name: 'access_token', sent: undefined, problem: required },
    { rule: accessToken, name: 'access_token', sent: 'a'.repeat(31), problem: exactly32 },
    { rule: accessToken, name: 'access_token', sent: 'a'.repeat(33), problem: exactly32 },
    { rule: title, name: 'title', sent: undefined, problem: required },
    { rule: title, name: 'title', sent: '', problem: required },
    { rule: title, name: 'title', sent: ' \u3000', problem: required },
    { rule: title, name: 'title', sent: '会'.repeat(51), problem: { code: 'lengthBetween', min: 1, max: 50 } },
    { rule: title, name: 'title', sent: 'two\nlines', problem: controlCharacter },
    { rule: outOrderId, name: 'out_order_id', sent: undefined, problem: required },
    { rule: totalFee, name: 'total_fee', sent: undefined, problem: required },
    { rule: totalFee, name: 'total_fee', sent: '', problem: required },
    { rule: totalFee, name: 'total_fee', sent: '0', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '-0', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '-5', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '+100', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '0100', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '100.0', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '99.5', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '1e2', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '0x64', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: ' 100', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '1,000', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '１００', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: 'Infinity', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '2147483648', problem: wholeFen },
    { rule: totalFee, name: 'total_fee', sent: '9'.repeat(400), problem: wholeFen },
    { rule: payLimit, name: 'pay_limit', sent: '', problem: wholeCount },
    { rule: payLimit, name: 'pay_limit', sent: '-1', problem: wholeCount },
    { rule: payLimit, name: 'pay_limit', sent: '2147483648', problem: wholeCount },
  ])('$name from $sent, as $problem.code', ({ rule, name, sent, problem }) => {
    expect(problemsOf(() => readOne(rule, name, sent))).toEqual({ [name]: [problem] });
  });
});

describe('reading several parameters', () => {
  const rules = { ...parameters.signedRequestRules, total_fee: totalFee, pay_limit: payLimit };
  const good = { plugin_id: 'plugtest', timestamp: '1624329435', sign: 'a'.repeat(64), total_fee: '100' };

  it('gives each named one its value, and leaves the others alone', () => {
    expect(parameters.readParameters(rules, mapOf({ ...good, note: 'x' }), none)).toStrictEqual({
      plugin_id: 'plugtest',
      timestamp: '1624329435',
      sign: 'a'.repeat(64),
      total_fee: 100,
      pay_limit: 0,
    });
  });

  it('reports everything that is wrong at once', () => {
    expect(problemsOf(() => parameters.readParameters(rules, mapOf({ timestamp: 'x', pay_limit: 'y' }), none))).toEqual(
      {
        plugin_id: [required],
        timestamp: [unixSeconds],
        sign: [required],
        total_fee: [required],
        pay_limit: [wholeCount],
      },
    );
  });

  it('says why a parameter has no text rather than that it is missing', () => {
    const unreadable = new Map<string, Problem>([['total_fee', { code: 'notText' }]]);
    const { total_fee: _, ...rest } = good;

    expect(problemsOf(() => parameters.readParameters(rules, mapOf(rest), unreadable))).toEqual({
      total_fee: [{ code: 'notText' }],
    });
  });

  it('refuses different values for one name even when the first of them is good', () => {
    const unreadable = new Map<string, Problem>([['plugin_id', { code: 'differentValues' }]]);

    expect(problemsOf(() => parameters.readParameters(rules, mapOf(good), unreadable))).toEqual({
      plugin_id: [{ code: 'differentValues' }],
    });
  });

  it('refuses unreadable parameters that no endpoint knows, for they are signed too', () => {
    const unreadable = new Map<string, Problem>([['note', { code: 'notText' }]]);

    expect(problemsOf(() => parameters.readParameters(rules, mapOf(good), unreadable))).toEqual({
      note: [{ code: 'notText' }],
    });
  });

  it('does not take what every object inherits for a parameter', () => {
    expect(problemsOf(() => parameters.readParameters({ constructor: title }, mapOf({}), none))).toEqual({
      constructor: [required],
    });
  });
});

function readOne(rule: parameters.ParameterRule<string | number>, name: string, sent: string | undefined) {
  const received = new Map(sent === undefined ? [] : [[name, sent]]);
  return parameters.readParameters({ [name]: rule }, received, none)[name];
}

function problemsOf(read: () => unknown): Record<string, readonly Problem[]> {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_PARAMETERS') return Object.fromEntries(error.fields);
    throw error;
  }
  return {};
}

function mapOf(values: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(values));
}
