import { compareBytes } from '../../signing/canonicalString.ts';
import { finding } from './finding.ts';
import type { FindingTextCode } from './findingTexts.ts';
import { asIs, likely, type Pair, type Pairs, rare, right, strange, type Way, wrong } from './way.ts';

/** The number of parameters up to which every order is tried. More have too many permutations. */
const mostPermuted = 6;

type Comparison = (a: Pair, b: Pair) => number;

/** Returns the ways to order all pairs, `sign` included: for a few parameters, every order there is. */
export function orders(pairs: Pairs): Way<Pairs, Pairs>[] {
  return [
    right(sorted(byName)),
    wrongOrder('ORDER_AS_SENT', likely, asIs),
    ...wrongComparisons.map(({ did, by }) => wrongOrder(did, rare, sorted(by))),
    ...(pairs.length > mostPermuted ? [] : permute(pairs).map((order) => wrong(byHand, strange, () => order))),
  ];
}

const byHand = finding('NOT_SORTED', 'ORDER_BY_HAND', 'DO_SORT');

const byName: Comparison = (a, b) => compareBytes(a.name, b.name);

const wrongComparisons: { did: FindingTextCode; by: Comparison }[] = [
  {
    did: 'ORDER_WITHOUT_CASE',
    by: (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()),
  },
  { did: 'ORDER_DESCENDING', by: (a, b) => byName(b, a) },
  { did: 'ORDER_OF_UTF16', by: (a, b) => compare(a.name, b.name) },
  { did: 'ORDER_BY_VALUE', by: (a, b) => compareBytes(a.value, b.value) },
  {
    did: 'ORDER_OF_PAIRS',
    by: (a, b) => compareBytes(`${a.name}=${a.value}`, `${b.name}=${b.value}`),
  },
];

function wrongOrder(did: FindingTextCode, unlikely: number, apply: (pairs: Pairs) => Pairs): Way<Pairs, Pairs> {
  return wrong(finding('NOT_SORTED', did, 'DO_SORT'), unlikely, apply);
}

function sorted(comparison: Comparison): (pairs: Pairs) => Pairs {
  return (pairs) => pairs.toSorted(comparison);
}

function permute(pairs: Pairs): Pair[][] {
  if (pairs.length <= 1) return [[...pairs]];
  return pairs.flatMap((first) => permute(pairs.filter((pair) => pair !== first)).map((rest) => [first, ...rest]));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
