import { compareBytes } from '../../signing/canonicalString.ts';
import { finding, remedies } from './finding.ts';
import { asIs, likely, type Pair, type Pairs, rare, right, type Way, wrong } from './way.ts';

/** More would be too many permutations. */
const mostPermuted = 6;

type Comparison = (a: Pair, b: Pair) => number;

/** The ways to order all pairs, `sign` included. */
export function orders(pairs: Pairs): Way<Pairs, Pairs>[] {
  return [
    right(sorted(byName)),
    ...(pairs.length < 2
      ? []
      : wrongOrders.map(({ did, by }) => wrongOrder(did, by ? rare : likely, by ? sorted(by) : asIs))),
  ];
}

/** Every order there is of a few parameters. */
export function everyOrder(pairs: Pairs): Way<Pairs, Pairs>[] {
  const signed = pairs.filter(({ name }) => name !== 'sign');
  if (signed.length > mostPermuted) return [];
  const did = 'were signed in an order that is neither by name nor the one given here';
  return permute(signed).map((permuted) => wrongOrder(did, likely, () => permuted));
}

const byName: Comparison = (a, b) => compareBytes(a.name, b.name);

const wrongOrders: { did: string; by?: Comparison }[] = [
  { did: 'were signed in the order in which they were sent' },
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
