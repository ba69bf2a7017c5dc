import { encode } from '../../signing/canonicalString.ts';
import {
  findEncoding,
  type FormEncoding,
  seldomEncodings,
  spellAs,
  usualEncodings,
} from '../../signing/formEncodings.ts';
import { finding, type Finding, remedies } from './finding.ts';
import { type OtherCharacters, otherCharacters } from './otherCharacters.ts';
import { likely, type Pairs, rare, strange, type Way } from './way.ts';

/** How a value is encoded. */
export interface Encoding extends Way<string, string> {
  encodeName(name: string): string;
  isRaw?: boolean;
}

/** Longer text is written in a few ways only: preparing more would take too long. Real requests have less than 2000. */
const longestInAllWays = 4000;

/** The ways to encode these very pairs; of those that come to the same, the likeliest. */
export function encodings(pairs: Pairs): Encoding[] {
  const length = pairs.reduce((sum, { name, value }) => sum + encode(name).length + encode(value).length, 0);
  const isLong = length > longestInAllWays;
  const common = isLong ? commonSpellings.slice(0, 2) : commonSpellings;
  const seldom = isLong ? [] : seldomSpellings;
  return withoutEqual(
    [
      ...common.map((spell) => encoding([], 0, spell)),
      ...seldom.map((spell) => encoding([], likely, spell)),
      { ...encoding([areEncoded(pairs) ? givenEncoded : notEncoded], likely, (text) => text), isRaw: true },
      ...(isLong ? partly.slice(0, 1) : partly).map(({ unlikely, spell }) =>
        encoding([partlyEncoded], unlikely, spell),
      ),
      ...encodedTwice(common.slice(0, 3), likely),
      ...encodedTwice([...common.slice(3), ...seldom], rare),
      ...otherCharacters(textsOf(pairs)).flatMap((other) => encodingsOf(other, isLong)),
    ],
    pairs,
  );
}

const notEncoded = finding(
  'VALUES_NOT_ENCODED',
  `The values were signed as they are, without URL-encoding. ${remedies.encode}`,
);
const partlyEncoded = finding(
  'VALUES_NOT_ENCODED',
  `The values were URL-encoded only in part: characters such as / : & or non-ASCII letters stayed bare. ${remedies.encode}`,
);
const givenEncoded = finding(
  'DOUBLE_ENCODED',
  'The values given here are URL-encoded already, and were signed like that. If the request carries them so in a JSON body, or a client library encodes them once more, send the plain values. If they were copied from an address, check again with the plain values.',
);
const twice = finding('DOUBLE_ENCODED', `The values were URL-encoded twice before signing. ${remedies.encode}`);

const partly: { spell: Spelling; unlikely: number }[] = [
  { spell: encodeURI, unlikely: likely },
  // Python's quote_plus and quote with safe='/'
  { spell: (text) => encode(text).replaceAll('%2F', '/'), unlikely: likely },
  {
    spell: (text) => encode(text).replaceAll('%2F', '/').replaceAll('+', '%20').replaceAll('%7E', '~'),
    unlikely: likely,
  },
  // Only spaces
  { spell: (text) => text.replaceAll(' ', '%20'), unlikely: rare },
  { spell: (text) => text.replaceAll(' ', '+'), unlikely: rare },
];

type Spelling = (text: string) => string;

/** Encodes twice by the same library, or by the service's own after another. Names are encoded once, as by http_build_query. */
function encodedTwice(spellings: readonly Spelling[], unlikely: number): Encoding[] {
  return spellings.flatMap((first) =>
    [first, encode].map((second) => encoding([twice], unlikely, (text) => second(first(text)), second)),
  );
}

/** The accepted encodings that are worth combining with mistakes. */
const commonSpellings = usualEncodings.map((its) => spellingOf(its));

/** Accepted encodings that are as unlikely as a mistake. */
const seldomSpellings = seldomEncodings.map((its) => spellingOf(its));

function spellingOf(its: FormEncoding, encodeFirst = encode): Spelling {
  return (text) => spellAs(its, encodeFirst(text));
}

/** The texts of other characters in the accepted encodings, and of another text also without encoding. */
function encodingsOf({ mistake, encode: encodeOther, change, isOneProgram }: OtherCharacters, isLong: boolean) {
  if (isOneProgram) return [encoding([mistake], strange, encodeOther)];
  const spellings = usualEncodings.slice(0, isLong ? 1 : undefined).map((its) => spellingOf(its, encodeOther));
  const raw = change ? [{ ...encoding([mistake, notEncoded], strange, change), isRaw: true }] : [];
  return [...spellings.map((spell) => encoding([mistake], rare, spell)), ...raw];
}

function textsOf(pairs: Pairs): string[] {
  return pairs.flatMap(({ name, value }) => [name, value]);
}

/** A search encodes the same few texts thousands of times. */
function encoding(mistakes: readonly Finding[], unlikely: number, spell: Spelling, spellName = spell): Encoding {
  const apply = remember(spell);
  return { mistakes, unlikely, apply, encodeName: spellName === spell ? apply : remember(spellName) };
}

function remember(spell: Spelling): Spelling {
  const known = new Map<string, string>();
  return (text) => {
    const spelling = known.get(text) ?? spell(text);
    known.set(text, spelling);
    return spelling;
  };
}

function withoutEqual(all: readonly Encoding[], pairs: Pairs): Encoding[] {
  const different = new Map<string, Encoding>();
  for (const one of all.toSorted((a, b) => a.unlikely - b.unlikely)) {
    const text = pairs.map(({ name, value }) => `${one.encodeName(name)}=${one.apply(value)}`).join('&');
    if (!different.has(text)) different.set(text, one);
  }
  return [...different.values()];
}

/** True: the values are encoded text already, because decoding and encoding gives them back. */
function areEncoded(pairs: Pairs): boolean {
  const values = pairs.map(({ value }) => value).filter((value) => encode(value) !== value);
  return values.length > 0 && values.every(isEncoded);
}

function isEncoded(value: string): boolean {
  if (!/%[0-9a-f]{2}/i.test(value) || value.length > longestInAllWays) return false;
  try {
    const decoded = decodeURIComponent(value.replaceAll('+', ' '));
    return findEncoding(encode(decoded), value) !== undefined;
  } catch {
    return false;
  }
}
