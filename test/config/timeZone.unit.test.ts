import { describe, expect, it } from 'vitest';
import { describeTimeZoneProblem } from '../../src/config/timeZone.ts';

describe('a time zone may be', () => {
  it.each([
    'Asia/Shanghai',
    'asia/shanghai',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    // Names that have been changed, by either of them.
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Asia/Chongqing',
    'Europe/Kyiv',
    'Europe/Kiev',
    'Antarctica/Troll',
    'UTC',
    'utc',
    'Etc/UTC',
  ])('%s', (name) => {
    expect(describeTimeZoneProblem(name)).toBeUndefined();
  });
});

describe('a time zone must be named for a place', () => {
  it.each(
    'CST cst CTT PRC China Asia/Beijing Shanghai Asia/Shangai Etc/GMT+8 Etc/GMT-8 UTC+8 +08:00 EST IST GMT Etc/GMT'.split(
      ' ',
    ),
  )('%s is none', (name) => {
    expect(describeTimeZoneProblem(name)).toBe(
      'expected an IANA time zone named for a place, such as Asia/Shanghai, or UTC',
    );
  });

  it.each(['', 'x', 'Asia/', 'Mars/Olympus', 'constructor', '../../etc/localtime'])('%j is none', (name) => {
    expect(describeTimeZoneProblem(name)).toMatch(/^expected /);
  });
});
