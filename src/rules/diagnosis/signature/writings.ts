import { encode } from '../../signing/canonicalString.ts';
import { encodings, notEncoded } from './encodings.ts';
import { finding, remedies } from './finding.ts';
import { asIs, type Pairs, rare, type Way, wrong } from './way.ts';

/** Returns the ways to write pairs as one string: how they are encoded, and how joined. */
export function writings(sent: Pairs): Way<Pairs, string>[] {
  const joined = joinPairs('&', '=');
  return [
    ...encodings(sent).map((encoding) => ({ ...encoding, apply: joined(encoding.apply) })),
    ...wrongJoinings.flatMap(({ how, join }) => {
      const mistake = finding('UNEXPLAINED', `The parameters were joined ${how}. ${remedies.join}`);
      const raw = { mistakes: [notEncoded, mistake], unlikely: rare, apply: join(asIs) };
      return [wrong(mistake, rare, join(encode)), raw];
    }),
  ];
}

type Join = (spell: (text: string) => string) => (pairs: Pairs) => string;

const wrongJoinings: { how: string; join: Join }[] = [
  { how: 'without the & between the pairs', join: joinPairs('', '=') },
  { how: 'without = and &, names and values run together', join: joinPairs('', '') },
  { how: 'with &amp; (the HTML form of &) between the pairs', join: joinPairs('&amp;', '=') },
  { how: 'with a comma between the pairs', join: joinPairs(',', '=') },
  { how: 'with a newline between the pairs', join: joinPairs('\n', '=') },
  { how: 'as the values alone, without their names', join: joinValues('') },
  { how: 'as the values alone, without their names, with & between them', join: joinValues('&') },
];

function joinPairs(between: string, equals: string): Join {
  return (spell) => (pairs) =>
    pairs.map(({ name, value, bare }) => (bare ? spell(name) : `${spell(name)}${equals}${spell(value)}`)).join(between);
}

function joinValues(between: string): Join {
  return (spell) => (pairs) => pairs.map(({ value }) => spell(value)).join(between);
}
