import { describe, expect, it } from 'vitest';
import { writingsOf } from '../../../src/rules/values/searchedWritings.ts';

describe('a number is looked up', () => {
  it.each([
    { typed: '20261130', writings: ['20261130'] },
    { typed: 'Shop-1', writings: ['Shop-1', 'shop-1', 'SHOP-1'] },
    { typed: '#ABC-123', writings: ['#ABC-123', 'ABC-123', 'abc-123'] },
    { typed: ' # 77', writings: ['# 77', '77'] },
    { typed: '##77', writings: ['##77', '#77', '77'] },
    { typed: 'ａｂｃ１２３', writings: ['ａｂｃ１２３', 'abc123', 'ABC123'] },
    { typed: '＃１－２', writings: ['＃１－２', '1-2'] },
    { typed: ' 12 345\u00a0678 ', writings: ['12 345\u00a0678', '12 345 678', '12345678'] },
    { typed: '\u202d4711\u202c', writings: ['\u202d4711\u202c', '4711'] },
    { typed: '#', writings: ['#'] },
    { typed: '\u200b', writings: ['\u200b'] },
  ])('of $typed as $writings', ({ typed, writings }) => {
    expect(writingsOf(typed).ofNumber).toEqual(writings);
  });

  it.each([
    ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uff0d'].map((dash) => `CASE${dash}777`),
    'CASE-777.',
    'CASE-777,',
    'CASE-777。',
    'CASE-777，',
    'CASE-777、',
    '№CASE-777',
    '№ CASE-777',
    'No. CASE-777',
    'no CASE-777',
    'NO：CASE-777',
    '№ #case-777',
    '订单号CASE-777',
    '订单号：CASE-777',
    '订单 CASE-777',
    '订单编号 CASE‐777。',
  ])('of CASE-777, when %s is typed', (typed) => {
    expect(writingsOf(typed).ofNumber).toContain('CASE-777');
  });

  it.each(['NORTH-1', 'no-777', 'nothing', '订阅-1'])(
    'as a whole if it only looks like one with a word before it: %s',
    (typed) => {
      expect(writingsOf(typed).ofNumber).toEqual([...new Set([typed, typed.toLowerCase(), typed.toUpperCase()])]);
    },
  );
});

describe('a title is looked up', () => {
  it.each([
    { typed: ' Tea for 2 ', writings: ['Tea for 2'] },
    { typed: 'Ｔｅａ', writings: ['Ｔｅａ', 'Tea'] },
    { typed: '#1 fan', writings: ['#1 fan', '1 fan'] },
    { typed: '会员1年', writings: ['会员1年', '会员1 年', '会员 1年', '会员 1 年'] },
    { typed: 'VIP 会员', writings: ['VIP 会员', 'VIP会员'] },
    { typed: '送1个2个3个', writings: ['送1个2个3个', '送 1 个 2 个 3 个'] },
  ])('that has $typed as $writings', ({ typed, writings }) => {
    expect(writingsOf(typed).ofText).toEqual(writings);
  });
});
