import { canonicalString } from '../signing/canonicalString.ts';
import {
  earlyQuote,
  encodeUriComponent,
  okHttp,
  rfc3986,
  spellAs,
  urlencode,
  urlSearchParams,
  type FormEncoding,
} from '../signing/formEncodings.ts';
import { sign } from '../signing/signature.ts';
import { sentenceOf, type Sentence } from '../phrases/sentence.ts';

/** A way in which receivers compute a callback's signature wrongly. */
export interface SignatureMistake {
  /** Sentences for its developer: what the receiver does, and how to correct it. */
  sentences: Sentence[];
  /** Returns the text that such a receiver hashes. */
  hashed(resource: Resource): string;
}

type Resource = Readonly<Record<string, string | number>>;

/** The sentences about what a receiver does wrong, and how to correct it, in English. */
export const receiverTexts = {
  RECEIVER_ENCODES_AS_URL_SEARCH_PARAMS:
    "The receiver encodes as URLSearchParams, Java's URLEncoder or Ruby's encode_www_form does. To correct it, replace * " +
    'by %2A before hashing.',
  RECEIVER_ENCODES_AS_URLENCODE:
    "The receiver encodes as Python's urlencode, Go's Values.Encode or Ruby's CGI.escape does. To correct it, replace ~ by " +
    '%7E before hashing.',
  RECEIVER_ENCODES_AS_URI_COMPONENT:
    "The receiver encodes as encodeURIComponent does. To correct it, replace %20 by + and each of ! ' ( ) * ~ by its escape " +
    'before hashing, or use URLSearchParams and replace * by %2A.',
  RECEIVER_ENCODES_AS_RAWURLENCODE:
    "The receiver encodes as PHP's rawurlencode or Python's quote does. To correct it, replace %20 by + and ~ by %7E before " +
    'hashing, or use http_build_query in PHP and urlencode in Python.',
  RECEIVER_WRITES_PERCENT_TWENTY: 'The receiver writes a space as %20. To correct it, replace %20 by + before hashing.',
  RECEIVER_WRITES_PERCENT_TWENTY_AND_STAR:
    'The receiver leaves * bare and writes a space as %20. To correct it, replace %20 by + and * by %2A before hashing.',
  RECEIVER_DOES_NOT_ENCODE:
    'The receiver does not encode the values. To correct it, encode each value as a form does, with + for a space, before ' +
    'hashing.',
  RECEIVER_READS_FLOATS:
    'The receiver reads numbers as floating point, as Go does into map[string]any. To correct it, call UseNumber on the ' +
    'json.Decoder.',
  RECEIVER_LEAVES_OUT_EMPTY:
    'The receiver leaves out empty values, as Laravel does with ConvertEmptyStringsToNull. To correct it, read the fields ' +
    'from the raw body ($request->getContent()), and keep the empty ones.',
  RECEIVER_TRIMS:
    "The receiver trims values and leaves out empty ones, as Laravel's TrimStrings and ConvertEmptyStringsToNull do. To " +
    'correct it, read the fields from the raw body ($request->getContent()).',
  RECEIVER_HAS_NO_USUAL_MISTAKE:
    'It was answered no better with the signatures of {count} usual mistakes in encoding: see which secret the receiver ' +
    'has, and whether it refuses the message for another reason.',
} as const;

interface Step<Input> {
  did: keyof typeof receiverTexts;
  run(input: Input): Input;
}

/** Steps from the canonical string to what another encoder writes. */
const encoders = {
  urlSearchParams: spelledAs(urlSearchParams, 'RECEIVER_ENCODES_AS_URL_SEARCH_PARAMS'),
  urlencode: spelledAs(urlencode, 'RECEIVER_ENCODES_AS_URLENCODE'),
  encodeUriComponent: spelledAs(encodeUriComponent, 'RECEIVER_ENCODES_AS_URI_COMPONENT'),
  rfc3986: spelledAs(rfc3986, 'RECEIVER_ENCODES_AS_RAWURLENCODE'),
  percentTwenty: spelledAs(earlyQuote, 'RECEIVER_WRITES_PERCENT_TWENTY'),
  percentTwentyAndStar: spelledAs(okHttp, 'RECEIVER_WRITES_PERCENT_TWENTY_AND_STAR'),
  none: {
    did: 'RECEIVER_DOES_NOT_ENCODE',
    run: (canonical: string) => decodeURIComponent(canonical.replaceAll('+', '%20')),
  },
} satisfies Record<string, Step<string>>;

/** Steps from the fields that were sent to those that a framework hands on. */
const readers = {
  floats: {
    did: 'RECEIVER_READS_FLOATS',
    run: (fields: Resource) => mapValues(fields, (value) => (typeof value === 'number' ? goFloat(value) : value)),
  },
  noEmpty: { did: 'RECEIVER_LEAVES_OUT_EMPTY', run: withoutEmpty },
  trimmed: {
    did: 'RECEIVER_TRIMS',
    run: (fields: Resource) =>
      withoutEmpty(mapValues(fields, (value) => (typeof value === 'string' ? value.trim() : value))),
  },
} satisfies Record<string, Step<Resource>>;

/** The most frequent first. */
export const signatureMistakes: readonly SignatureMistake[] = [
  mistake(undefined, encoders.urlSearchParams),
  mistake(undefined, encoders.urlencode),
  mistake(undefined, encoders.encodeUriComponent),
  mistake(undefined, encoders.rfc3986),
  mistake(undefined, encoders.percentTwenty),
  mistake(undefined, encoders.percentTwentyAndStar),
  mistake(undefined, encoders.none),
  mistake(readers.floats),
  mistake(readers.floats, encoders.urlencode),
  mistake(readers.noEmpty),
  mistake(readers.noEmpty, encoders.urlSearchParams),
  mistake(readers.noEmpty, encoders.urlencode),
  mistake(readers.noEmpty, encoders.none),
  mistake(readers.trimmed),
];

/**
 * Names the mistake of a receiver that shows the signature which it expected, as receivers' own error messages often
 * do.
 */
export function findMistakeIn(
  answer: string,
  resource: Resource,
  secrets: readonly string[],
): SignatureMistake | undefined {
  const lowerCase = answer.toLowerCase();
  return signatureMistakes.find(({ hashed }) =>
    secrets.some((secret) => lowerCase.includes(sign(hashed(resource), secret))),
  );
}

function mistake(reader?: Step<Resource>, encoder?: Step<string>): SignatureMistake {
  const steps = [reader, encoder].filter((step) => step !== undefined);
  return {
    sentences: steps.map(({ did }) => sentenceOf(receiverTexts, did)),
    hashed: (resource) => {
      const fields = reader ? reader.run(resource) : resource;
      const canonical = canonicalString(new Map(Object.entries(mapValues(fields, String))));
      return encoder ? encoder.run(canonical) : canonical;
    },
  };
}

function spelledAs(encoding: FormEncoding, did: Step<string>['did']): Step<string> {
  return { did, run: (canonical) => spellAs(encoding, canonical) };
}

/** Returns a whole number as Go prints it when it is a float64: with an exponent from a million on. */
function goFloat(value: number): string {
  return Math.abs(value) < 1e6 ? String(value) : value.toExponential().replace(/e\+(\d)$/, 'e+0$1');
}

function withoutEmpty(fields: Resource): Resource {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function mapValues<Value>(fields: Resource, change: (value: string | number) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));
}
