import { compareBytes } from '../canonicalString.ts';
import { finding, remedies } from './finding.ts';
import { asIs, join, onPairs, type Pair, type Way } from './way.ts';

/** More would be too many permutations. */
const mostPermuted = 6;

type Comparison = (a: Pair, b: Pair) => number;

/** The ways to order all pairs, `sign` included. */
export function orders(pairs: readonly Pair[]): Way[] {
  return [
    { apply: sorted(byName) },
    ...(pairs.length < 2
      ? []
      : wrongOrders.map(({ did, by }) => ({ ...wrongOrder(did, by && sorted(by)), isRare: by !== undefined }))),
  ];
}

/** Every order there is of a few parameters. */
export function everyOrder(pairs: readonly Pair[]): Way[] {
  const signed = pairs.filter(({ name }) => name !== 'sign');
  if (signed.length > mostPermuted) return [];
  const did = 'were signed in an order that is neither by name nor the one given here';
  return permute(signed).map((permuted) =>
    wrongOrder(
      did,
      onPairs(() => permuted),
    ),
  );
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
    by: (a, b) => compareBytes(join([a], ''), join([b], '')),
  },
];

function wrongOrder(did: string, apply = asIs.apply): Way {
  return { mistake: finding('NOT_SORTED', `The parameters ${did}. ${remedies.sort}`), apply };
}

/** Sorts once, though a search asks for it many times: the pairs to be ordered are always the same. */
function sorted(comparison: Comparison): Way['apply'] {
  let result: Pair[] | undefined;
  return onPairs((pairs) => (result ??= pairs.toSorted(comparison)));
}

function permute(pairs: readonly Pair[]): Pair[][] {
  if (pairs.length <= 1) return [[...pairs]];
  return pairs.flatMap((first) => permute(pairs.filter((pair) => pair !== first)).map((rest) => [first, ...rest]));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
