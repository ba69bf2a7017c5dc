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

describe('a time zone must be named for a place, and what was probably meant is said', () => {
  it.each([
    { name: 'CST', meant: 'Asia/Shanghai or America/Chicago' },
    { name: 'cst', meant: 'Asia/Shanghai or America/Chicago' },
    { name: 'CTT', meant: 'Asia/Shanghai' },
    { name: 'PRC', meant: 'Asia/Shanghai' },
    { name: 'China', meant: 'Asia/Shanghai' },
    { name: 'Asia/Beijing', meant: 'Asia/Shanghai' },
    { name: 'Shanghai', meant: 'Asia/Shanghai' },
    { name: 'Asia/Shangai', meant: 'Asia/Shanghai' },
    { name: 'Etc/GMT+8', meant: 'Asia/Shanghai' },
    { name: 'Etc/GMT-8', meant: 'Asia/Shanghai' },
    { name: 'GMT+8', meant: 'Asia/Shanghai' },
    { name: 'UTC+8', meant: 'Asia/Shanghai' },
    { name: 'UTC+08:00', meant: 'Asia/Shanghai' },
    { name: '+0800', meant: 'Asia/Shanghai' },
    { name: '+08:00', meant: 'Asia/Shanghai' },
    { name: 'EST', meant: 'America/New_York' },
    { name: 'New York', meant: 'America/New_York' },
    { name: 'IST', meant: 'Asia/Kolkata or Asia/Jerusalem or Europe/Dublin' },
    { name: 'BST', meant: 'Europe/London or Asia/Dhaka' },
    { name: 'GMT', meant: 'UTC' },
    { name: 'Etc/GMT', meant: 'UTC' },
  ])('$name: $meant', ({ name, meant }) => {
    expect(describeTimeZoneProblem(name)).toBe(
      `expected an IANA time zone named for a place, such as Asia/Shanghai, or UTC; did you mean ${meant}?`,
    );
  });

  it.each(['Etc/GMT+5', '+05:30', 'Mars/Olympus', '', 'x', 'Asia/', 'constructor', '../../etc/localtime'])(
    '%j: nothing that could be guessed',
    (name) => {
      expect(describeTimeZoneProblem(name)).toBe(
        'expected an IANA time zone named for a place, such as Asia/Shanghai, or UTC',
      );
    },
  );
});
