import { describe, expect, it } from 'vitest';
import { writingsOf } from '../../../src/rules/values/searchedWritings.ts';

describe('a number is looked up', () => {
  it.each([
    { typed: '20261130', writings: ['20261130'] },
    { typed: 'Shop-1', writings: ['Shop-1', 'shop-1', 'SHOP-1'] },
    { typed: '#ABC-123', writings: ['#ABC-123', 'ABC-123', 'abc-123'] },
    { typed: ' # 77', writings: ['# 77', '77'] },
    { typed: '##77', writings: ['##77', '#77'] },
    { typed: 'ａｂｃ１２３', writings: ['ａｂｃ１２３', 'abc123', 'ABC123'] },
    { typed: '＃１－２', writings: ['＃１－２', '1-2'] },
    { typed: ' 12 345\u00a0678 ', writings: ['12 345\u00a0678', '12 345 678', '12345678'] },
    { typed: '\u202d4711\u202c', writings: ['\u202d4711\u202c', '4711'] },
    { typed: '#', writings: ['#'] },
    { typed: '\u200b', writings: ['\u200b'] },
  ])('of $typed as $writings', ({ typed, writings }) => {
    expect(writingsOf(typed).ofNumber).toEqual(writings);
  });
});

describe('a title is looked up', () => {
  it.each([
    { typed: ' Tea for 2 ', writings: ['Tea for 2'] },
    { typed: 'Ｔｅａ', writings: ['Ｔｅａ', 'Tea'] },
    { typed: '#1 fan', writings: ['#1 fan', '1 fan'] },
  ])('that has $typed as $writings', ({ typed, writings }) => {
    expect(writingsOf(typed).ofText).toEqual(writings);
  });
});
