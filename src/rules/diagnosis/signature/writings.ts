import { type Encoding, encodings } from './encodings.ts';
import { finding, remedies } from './finding.ts';
import { likely, type Pairs, rare, type Way } from './way.ts';

/** How pairs are written as one string: how they are encoded, and how joined. */
export type Writing = Way<Pairs, string>;

/** Returns the writings that are at most so unlikely. `sent` are the pairs that are written, perhaps some more. */
export function writings(sent: Pairs, mostUnlikely: number): Writing[] {
  return encodings(sent)
    .flatMap((encoding) => joinings.map((joining) => write(encoding, joining)))
    .filter(({ unlikely }) => unlikely <= mostUnlikely);
}

interface Joining {
  how?: string;
  /** True: programs that join like this seldom encode. */
  isUsuallyRaw?: boolean;
  join(pairs: Pairs, encoding: Encoding): string;
}

function write(encoding: Encoding, { how, isUsuallyRaw, join }: Joining): Writing {
  const mistakes = how
    ? [...encoding.mistakes, finding('UNEXPLAINED', `The parameters were joined ${how}. ${remedies.join}`)]
    : encoding.mistakes;
  const asUsual = isUsuallyRaw && encoding.isRaw ? likely : 0;
  return {
    mistakes,
    unlikely: encoding.unlikely + (how ? rare : 0) - asUsual,
    apply: (pairs) => join(pairs, encoding),
  };
}

const joinings: Joining[] = [
  { join: joinPairs('&', '=') },
  { how: 'without the & between the pairs', isUsuallyRaw: true, join: joinPairs('', '=') },
  { how: 'without = and &, names and values run together', isUsuallyRaw: true, join: joinPairs('', '') },
  { how: 'with &amp; (the HTML form of &) between the pairs', join: joinPairs('&amp;', '=') },
  { how: 'with a comma between the pairs', isUsuallyRaw: true, join: joinPairs(',', '=') },
  { how: 'with a newline between the pairs', isUsuallyRaw: true, join: joinPairs('\n', '=') },
  { how: 'as the values alone, without their names', isUsuallyRaw: true, join: joinValues('') },
  {
    how: 'as the values alone, without their names, with & between them',
    isUsuallyRaw: true,
    join: joinValues('&'),
  },
];

function joinPairs(between: string, equals: string): Joining['join'] {
  return (pairs, encoding) =>
    pairs
      .map(({ name, value, bare }) => {
        const written = encoding.encodeName(name);
        return bare ? written : `${written}${equals}${encoding.apply(value)}`;
      })
      .join(between);
}

function joinValues(between: string): Joining['join'] {
  return (pairs, encoding) => pairs.map(({ value }) => encoding.apply(value)).join(between);
}
