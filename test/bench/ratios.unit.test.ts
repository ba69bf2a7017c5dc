import { describe, expect, it } from 'vitest';
import { findRegressions } from '../../bench/harness/compare.ts';
import { isReached, ratioOf } from '../../bench/harness/line.ts';
import { rounded, tableOf } from '../../bench/harness/table.ts';
import { median, percentile } from '../../bench/percentile.ts';

const line = {
  row: 'payments-record',
  name: 'GET /payments/record',
  unit: 'a second',
  reference: 'Express floor',
  target: { atLeast: 0.8 },
  ours: [80, 40, 90],
  references: [100, 50, 100],
} as const;
const copy = { ...line, ours: [...line.ours], references: [...line.references] };
const slow = { ...copy, target: { atMost: 2 } };

describe('the figures of a row', () => {
  it('are told by their nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(values, 50), percentile(values, 99), percentile(values, 100)]).toEqual([50, 99, 100]);
    expect([median([3, 1, 2]), median([5])]).toEqual([2, 5]);
  });

  it('are compared round by round, so that a round in which the machine was slow changes no ratio', () => {
    expect(ratioOf(copy)).toBe(0.8);
  });

  it.each([
    [0.8, { atLeast: 0.8 }, true],
    [0.79, { atLeast: 0.8 }, false],
    [2, { atMost: 2 }, true],
    [2.01, { atMost: 2 }, false],
  ])('with the ratio %d and the target %o: reached is %s', (ratio, target, reached) => {
    expect(isReached(ratio, target)).toBe(reached);
  });

  it('stand in a table with their medians and the range of the ratios', () => {
    expect(tableOf([copy]).split('\n')[1]).toBe(
      'GET /payments/record  a second  80    100        Express floor  0.80   0.80–0.90  ≥ 0.8   reached',
    );
  });

  it.each([
    [1234.5, '1,235'],
    [99.96, '100'],
    [1.2345, '1.23'],
  ])('are written without digits that mean nothing: %d is %s', (figure, text) => {
    expect(rounded(figure)).toBe(text);
  });
});

describe('the guard', () => {
  it.each([
    ['a ratio that is 14% lower', copy, 0.93, 0],
    ['a ratio that is 16% lower', copy, 0.953, 1],
    ['a ratio that is higher, where more is better', copy, 0.1, 0],
    ['a ratio that is 14% higher, where less is better', slow, 0.702, 0],
    ['a ratio that is 16% higher, where less is better', slow, 0.689, 1],
    ['a ratio that is lower, where less is better', slow, 3, 0],
  ])('given %s', (_, measured, ratio, regressions) => {
    expect(findRegressions([measured], [{ ...copy, ratio }])).toHaveLength(regressions);
  });

  it('names the line and both ratios', () => {
    expect(findRegressions([copy], [{ ...copy, ratio: 1 }])).toEqual([
      'payments-record, GET /payments/record against Express floor: 0.80, and 1.00 is kept',
    ]);
  });

  it('says nothing of a line that has nothing kept', () => {
    expect(findRegressions([copy], [{ ...copy, reference: 'bare floor', ratio: 9 }])).toEqual([]);
  });
});
