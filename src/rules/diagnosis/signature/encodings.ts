import { encode } from '../../signing/canonicalString.ts';
import { findEncoding, seldomEncodings, spellAs, usualEncodings } from '../../signing/formEncodings.ts';
import { finding } from './finding.ts';
import { asIs, likely, type Pairs, rare, right, type Way, wrong } from './way.ts';

type Encoding = Way<string, string>;

/**
 * The length of text up to which all ways are tried. Preparing them for longer text takes too long. Real requests have
 * less than 2000.
 */
export const longestInAllWays = 4000;

/** Returns the ways to encode the names and values of these pairs. If several give the same, it is the likeliest. */
export function encodings(pairs: Pairs): Encoding[] {
  const length = pairs.reduce((sum, { name, value }) => sum + encode(name).length + encode(value).length, 0);
  const isLong = length > longestInAllWays;
  const usual = isLong ? usualSpellings.slice(0, 2) : usualSpellings;
  const all: Encoding[] = [
    ...usual.map((spell) => right(spell)),
    ...(isLong ? [] : seldomSpellings).map((spell) => ({ ...right(spell), unlikely: likely })),
    wrong(areEncoded(pairs) ? givenEncoded : notEncoded, likely, asIs),
    ...partlyEncoding.slice(0, isLong ? 1 : undefined).map((spell) => wrong(partlyEncoded, likely, spell)),
    ...usual.flatMap((first) =>
      [first, encode].map((second) => wrong(twice, likely, (text: string) => second(first(text)))),
    ),
    wrong(latin1, rare, encodeLatin1),
    wrong(escaped, rare, encodeByEscape),
    wrong(escaped, rare, (text) => encodeByEscape(text).replaceAll('%20', '+')),
  ];
  return withoutEqual(all.map(remember), pairs);
}

/** Returns the ways to change text to another Unicode form before it is encoded. */
export function normalizations(pairs: Pairs): Way<Pairs, Pairs>[] {
  const differing = forms.filter(({ form }) => textsOf(pairs).some((text) => text.normalize(form) !== text));
  return [
    right(asIs),
    ...differing.map(({ form, mistake }) =>
      wrong(mistake, rare, (all: Pairs) =>
        all.map((pair) => ({ ...pair, name: pair.name.normalize(form), value: pair.value.normalize(form) })),
      ),
    ),
  ];
}

const forms = [
  { form: 'NFD', mistake: finding('UNEXPLAINED', 'TEXT_IN_NFD', 'DO_SIGN_AS_SENT', 'DO_NORMALIZE') },
  { form: 'NFC', mistake: finding('UNEXPLAINED', 'TEXT_IN_NFC', 'DO_SIGN_AS_SENT', 'DO_NORMALIZE') },
];

export const notEncoded = finding('VALUES_NOT_ENCODED', 'VALUES_AS_THEY_ARE', 'DO_ENCODE');
const partlyEncoded = finding('VALUES_NOT_ENCODED', 'VALUES_PARTLY_ENCODED', 'DO_ENCODE');
const givenEncoded = finding('DOUBLE_ENCODED', 'VALUES_GIVEN_ENCODED');
const twice = finding('DOUBLE_ENCODED', 'VALUES_ENCODED_TWICE', 'DO_ENCODE');
const latin1 = finding('UNEXPLAINED', 'TEXT_IN_LATIN1', 'DO_SIGN_AS_SENT', 'DO_NAME_UTF8');
const escaped = finding('UNEXPLAINED', 'TEXT_ESCAPED', 'DO_SIGN_AS_SENT', 'DO_USE_URI_COMPONENT');
/** The mistake of values that were not encoded at all: their text becomes bytes only for the digest. */
export const digestOfLatin1 = finding('UNEXPLAINED', 'DIGEST_OF_LATIN1', 'DO_SIGN_AS_SENT');

type Spelling = (text: string) => string;

/** The accepted encodings that are worth combining with mistakes. */
const usualSpellings = usualEncodings.map(
  (form): Spelling =>
    (text) =>
      spellAs(form, encode(text)),
);

/** Accepted encodings that are as unlikely as a mistake. */
const seldomSpellings = seldomEncodings.map(
  (form): Spelling =>
    (text) =>
      spellAs(form, encode(text)),
);

/**
 * The encodings that leave characters bare: encodeURI, Python's quote_plus and quote with safe='/', and those of spaces
 * only.
 */
const partlyEncoding: Spelling[] = [
  encodeURI,
  (text) => encode(text).replaceAll('%2F', '/'),
  (text) => encode(text).replaceAll('%2F', '/').replaceAll('+', '%20').replaceAll('%7E', '~'),
  (text) => text.replaceAll(' ', '%20'),
  (text) => text.replaceAll(' ', '+'),
];

function encodeLatin1(text: string): string {
  return text.replaceAll(/[^\w.-]/g, (character) => (character === ' ' ? '+' : escapeUnit(character)));
}

/** Encodes as the escape function of ECMAScript's Annex B. */
function encodeByEscape(text: string): string {
  return text.replaceAll(/[^\w@*+\-./]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).toUpperCase();
  return code.length <= 2 ? `%${code.padStart(2, '0')}` : `%u${code.padStart(4, '0')}`;
}

/** Keeps what was spelled: a search encodes the same few texts thousands of times. */
function remember({ apply, ...rest }: Encoding): Encoding {
  const known = new Map<string, string>();
  return {
    ...rest,
    apply: (text) => {
      const spelling = known.get(text) ?? apply(text);
      known.set(text, spelling);
      return spelling;
    },
  };
}

function withoutEqual(all: readonly Encoding[], pairs: Pairs): Encoding[] {
  const different = new Map<string, Encoding>();
  for (const encoding of all.toSorted((a, b) => a.unlikely - b.unlikely)) {
    const text = textsOf(pairs).map(encoding.apply).join('&');
    if (!different.has(text)) different.set(text, encoding);
  }
  return [...different.values()];
}

function textsOf(pairs: Pairs): string[] {
  return pairs.flatMap(({ name, value }) => [name, value]);
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
