import { describe, expect, it } from 'vitest';
import { markDifferences, type Piece } from '../../src/console/doctor/markDifferences.ts';

/** Writes what is marked in brackets. */
const shown = (pieces: Piece[]) => pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

describe('of two signed strings is marked', () => {
  it.each([
    ['a pair that one lacks', 'a=1&b=2&c=3', 'a=1&c=3', 'a=1&[b=2]&c=3', 'a=1&c=3'],
    [
      'the part of a value that differs',
      'a=1&title=x+y&z=0',
      'a=1&title=x%20y&z=0',
      'a=1&title=x[+]y&z=0',
      'a=1&title=x[%20]y&z=0',
    ],
    ['a pair in another place', 'a=1&b=2&c=3', 'c=3&a=1&b=2', 'a=1&b=2&[c=3]', '[c=3]&a=1&b=2'],
    ['a newline at the end', 'a=1&b=2', 'a=1&b=2\n', 'a=1&b=2', 'a=1&b=2[\n]'],
    ['the middle, when no pair is common', 'a=1&b=2', 'a=1b=2', 'a=1[&]b=2', 'a=1b=2'],
    ['all of it, when nothing is common', 'a=1', '{"b":2}', '[a=1]', '[{"b":2}]'],
  ])('%s', (_, expected, actual, inExpected, inActual) => {
    const marked = markDifferences(expected, actual);
    expect(marked.map(shown)).toEqual([inExpected, inActual]);
  });

  it('what can be found quickly, however long they are', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `p${at}=1`).join('&');
    const [, marked] = markDifferences(long, long.replace('p2500=1', 'p2500=2'));
    expect(shown(marked)).toContain('p2500=[2]&p2501=1');
  });
});
