import { encode } from '../../signing/canonicalString.ts';
import { encodings, notEncoded } from './encodings.ts';
import { finding } from './finding.ts';
import type { FindingTextCode } from './findingTexts.ts';
import { asIs, type Pairs, rare, type Way, wrong } from './way.ts';

/** Returns the ways to write pairs as one string: how they are encoded, and how joined. */
export function writings(sent: Pairs): Way<Pairs, string>[] {
  const joined = joinPairs('&', '=');
  return [
    ...encodings(sent).map((encoding) => ({ ...encoding, apply: joined(encoding.apply) })),
    ...wrongJoinings.flatMap(({ how, join }) => {
      const mistake = finding('UNEXPLAINED', how, 'DO_JOIN');
      const raw = { mistakes: [notEncoded, mistake], unlikely: rare, apply: join(asIs) };
      return [wrong(mistake, rare, join(encode)), raw];
    }),
  ];
}

type Join = (spell: (text: string) => string) => (pairs: Pairs) => string;

const wrongJoinings: { how: FindingTextCode; join: Join }[] = [
  { how: 'JOINED_WITHOUT_AMPERSAND', join: joinPairs('', '=') },
  { how: 'JOINED_WITHOUT_EQUALS', join: joinPairs('', '') },
  { how: 'JOINED_WITH_HTML_AMPERSAND', join: joinPairs('&amp;', '=') },
  { how: 'JOINED_WITH_COMMA', join: joinPairs(',', '=') },
  { how: 'JOINED_WITH_NEWLINE', join: joinPairs('\n', '=') },
  { how: 'JOINED_VALUES', join: joinValues('') },
  { how: 'JOINED_VALUES_WITH_AMPERSAND', join: joinValues('&') },
];

function joinPairs(between: string, equals: string): Join {
  return (spell) => (pairs) =>
    pairs.map(({ name, value, bare }) => (bare ? spell(name) : `${spell(name)}${equals}${spell(value)}`)).join(between);
}

function joinValues(between: string): Join {
  return (spell) => (pairs) => pairs.map(({ value }) => spell(value)).join(between);
}
