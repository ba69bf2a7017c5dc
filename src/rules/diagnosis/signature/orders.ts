import { compareBytes } from '../../signing/canonicalString.ts';
import { finding, remedies } from './finding.ts';
import { asIs, likely, type Pair, type Pairs, rare, right, strange, type Way, wrong } from './way.ts';

/** The number of parameters up to which every order is tried. More have too many permutations. */
const mostPermuted = 6;

type Comparison = (a: Pair, b: Pair) => number;

/** Returns the ways to order all pairs, `sign` included: for a few parameters, every order there is. */
export function orders(pairs: Pairs): Way<Pairs, Pairs>[] {
  const byHand = 'were signed in an order that is neither by name nor the one given here';
  return [
    right(sorted(byName)),
    wrongOrder('were signed in the order in which they were sent', likely, asIs),
    ...wrongComparisons.map(({ did, by }) => wrongOrder(did, rare, sorted(by))),
    ...(pairs.length > mostPermuted ? [] : permute(pairs).map((order) => wrongOrder(byHand, strange, () => order))),
  ];
}

const byName: Comparison = (a, b) => compareBytes(a.name, b.name);

const wrongComparisons: { did: string; by: Comparison }[] = [
  {
    did: 'were sorted without regard to capitals',
    by: (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()),
  },
  { did: 'were sorted by name, but in descending order', by: (a, b) => byName(b, a) },
  { did: 'were sorted as UTF-16 text instead of UTF-8 bytes', by: (a, b) => compare(a.name, b.name) },
  { did: 'were sorted by value instead of by name', by: (a, b) => compareBytes(a.value, b.value) },
  {
    did: 'were sorted as whole name=value pairs instead of by name',
    by: (a, b) => compareBytes(`${a.name}=${a.value}`, `${b.name}=${b.value}`),
  },
];

function wrongOrder(did: string, unlikely: number, apply: (pairs: Pairs) => Pairs): Way<Pairs, Pairs> {
  return wrong(finding('NOT_SORTED', `The parameters ${did}. ${remedies.sort}`), unlikely, apply);
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
