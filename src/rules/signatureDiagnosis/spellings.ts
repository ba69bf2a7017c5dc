import { acceptedCanonicalStrings, encode } from '../canonicalString.ts';
import { finding, remedies } from './finding.ts';
import { asIs, join, onPairs, onText, type Draft, type Pair, type Way } from './way.ts';

/** Longer text is respelled in the service's own way only, lest the spellings of all candidates take too long. */
const longestRespelled = 20_000;

export function encodings(pairs: readonly Pair[]): Way[] {
  const twice = finding('DOUBLE_ENCODED', `The values were URL-encoded twice before signing. ${remedies.encode}`);
  return [
    { apply: (draft) => respell(draft.pairs.map(encodePair)) },
    { mistake: areEncoded(pairs) ? givenEncoded : notEncoded, apply: asIs.apply },
    ...partly.map(({ encodePartly, isRare = false }) => ({
      mistake: partlyEncoded,
      isRare,
      apply: onPairs((all) =>
        all.map((pair) => ({ ...pair, name: encodePartly(pair.name), value: encodePartly(pair.value) })),
      ),
    })),
    { mistake: twice, apply: encodeTwice },
  ];
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

const partly: { encodePartly: (text: string) => string; isRare?: boolean }[] = [
  { encodePartly: encodeURI },
  // Python's quote_plus and quote with safe='/'
  { encodePartly: (text) => encode(text).replaceAll('%2F', '/') },
  { encodePartly: (text) => encode(text).replaceAll('%2F', '/').replaceAll('+', '%20').replaceAll('%7E', '~') },
  // Only spaces
  { encodePartly: (text) => text.replaceAll(' ', '%20'), isRare: true },
  { encodePartly: (text) => text.replaceAll(' ', '+'), isRare: true },
];

function* encodeTwice({ pairs }: Draft): Generator<Draft> {
  for (const once of respell(pairs.map(encodePair))) {
    yield* respell(once.pairs.map((pair) => ({ ...pair, value: encode(pair.value) })));
  }
}

/** The encoded pairs as the usual libraries spell them: of the accepted spellings, those worth combining with mistakes. */
function respell(pairs: readonly Pair[]): Iterable<Draft> {
  const text = join(pairs, '&');
  if (text.length > longestRespelled) return [{ pairs, text: '' }];
  return [...new Set(librarySpellings.map((spell) => spell(text)))].map((spelling) => {
    // Encoded text has no & and no =, so the parts lie where they were joined.
    const parts = spelling.split('&').map((part) => part.split('='));
    const respelled = pairs.map((pair, at) => ({ ...pair, name: parts[at]![0]!, value: parts[at]![1] ?? '' }));
    return { pairs: respelled, text: '' };
  });
}

const librarySpellings: ((text: string) => string)[] = [
  // PHP's http_build_query
  (text) => text,
  // RFC 3986: rawurlencode, Python's quote, .NET's EscapeDataString
  (text) => text.replaceAll('+', '%20').replaceAll('%7E', '~'),
  // encodeURIComponent
  (text) => bareMarks(text).replaceAll('+', '%20').replaceAll('%7E', '~').replaceAll('%27', "'"),
  // Python's urlencode, Go
  (text) => text.replaceAll('%7E', '~'),
  // URLSearchParams, Java, Ruby
  (text) => text.replaceAll('%2A', '*'),
  // .NET's WebUtility and HttpUtility, curl
  bareMarks,
  (text) => lowerHex(bareMarks(text)),
  (text) => lowerHex(text.replaceAll('%7E', '~')),
];

function bareMarks(text: string): string {
  return text.replaceAll('%2A', '*').replaceAll('%21', '!').replaceAll('%28', '(').replaceAll('%29', ')');
}

function lowerHex(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Whether the values given are encoded text already: decoding and encoding them gives them back. */
function areEncoded(pairs: readonly Pair[]): boolean {
  const values = pairs.map(({ value }) => value).filter((value) => encode(value) !== value);
  return values.length > 0 && values.every(isEncoded);
}

function isEncoded(value: string): boolean {
  if (!/%[0-9a-f]{2}/i.test(value) || value.length > longestRespelled) return false;
  try {
    const decoded = decodeURIComponent(value.replaceAll('+', ' '));
    return acceptedCanonicalStrings(encode(decoded)).includes(value);
  } catch {
    return false;
  }
}

export const joinings: Way[] = [
  { apply: joinPairs('&', '=') },
  wrongJoining('without the & between the pairs', joinPairs('', '=')),
  wrongJoining('without = and &, names and values run together', joinPairs('', '')),
  wrongJoining('with &amp; (the HTML form of &) between the pairs', joinPairs('&amp;', '=')),
  wrongJoining('with a comma between the pairs', joinPairs(',', '=')),
  wrongJoining('with a newline between the pairs', joinPairs('\n', '=')),
  wrongJoining('as the values alone, without their names', joinValues('')),
  wrongJoining('as the values alone, without their names, with & between them', joinValues('&')),
];

function wrongJoining(how: string, apply: Way['apply']): Way {
  return {
    mistake: finding('UNEXPLAINED', `The parameters were joined ${how}. ${remedies.join}`),
    isRare: true,
    apply,
  };
}

function joinPairs(between: string, equals: string): Way['apply'] {
  return ({ pairs }) => [{ pairs, text: join(pairs, between, equals) }];
}

function joinValues(between: string): Way['apply'] {
  return ({ pairs }) => [{ pairs, text: pairs.map(({ value }) => value).join(between) }];
}

export const trailingNewline = finding(
  'TRAILING_NEWLINE',
  `The signed string ends in a newline, as echo or a file gives it. ${remedies.newline}`,
);
const encodedWhole = finding(
  'DOUBLE_ENCODED',
  `The finished string was URL-encoded once more as a whole, = and & included. ${remedies.encode}`,
);

export const endings: Way[] = [
  asIs,
  { mistake: trailingNewline, apply: onText((text) => `${text}\n`) },
  { mistake: trailingNewline, isRare: true, apply: onText((text) => `${text}\r\n`) },
  { mistake: encodedWhole, isRare: true, apply: onText(encode) },
  {
    mistake: encodedWhole,
    isRare: true,
    apply: onText((text) => lowerHex(encode(text))),
  },
  {
    mistake: finding('UNEXPLAINED', `The signed string ends in &. ${remedies.join}`),
    isRare: true,
    apply: onText((text) => `${text}&`),
  },
  {
    mistake: finding('UNEXPLAINED', `The signed string begins with the ? of the address. ${remedies.join}`),
    isRare: true,
    apply: onText((text) => `?${text}`),
  },
];

function encodePair(pair: Pair): Pair {
  return { ...pair, name: encode(pair.name), value: encode(pair.value) };
}
