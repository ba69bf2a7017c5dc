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

/** A way in which receivers compute a callback's signature wrongly. */
export interface SignatureMistake {
  /** Completes "The receiver …". */
  does: string;
  /** Completes "To correct it, …". */
  fix: string;
  /** Returns the text that such a receiver hashes. */
  hashed(resource: Resource): string;
}

type Resource = Readonly<Record<string, string | number>>;

interface Step<Input> {
  does: string;
  fix: string;
  run(input: Input): Input;
}

/** Steps from the canonical string to what another encoder writes. */
const encoders = {
  urlSearchParams: spelledAs(
    urlSearchParams,
    "encodes as URLSearchParams, Java's URLEncoder or Ruby's encode_www_form does",
    'replace * by %2A before hashing',
  ),
  urlencode: spelledAs(
    urlencode,
    "encodes as Python's urlencode, Go's Values.Encode or Ruby's CGI.escape does",
    'replace ~ by %7E before hashing',
  ),
  encodeUriComponent: spelledAs(
    encodeUriComponent,
    'encodes as encodeURIComponent does',
    `replace %20 by + and each of ! ' ( ) * ~ by its escape before hashing, or use URLSearchParams and replace * by %2A`,
  ),
  rfc3986: spelledAs(
    rfc3986,
    "encodes as PHP's rawurlencode or Python's quote does",
    'replace %20 by + and ~ by %7E before hashing, or use http_build_query in PHP and urlencode in Python',
  ),
  percentTwenty: spelledAs(earlyQuote, 'writes a space as %20', 'replace %20 by + before hashing'),
  percentTwentyAndStar: spelledAs(
    okHttp,
    'leaves * bare and writes a space as %20',
    'replace %20 by + and * by %2A before hashing',
  ),
  none: {
    does: 'does not encode the values',
    fix: 'encode each value as a form does, with + for a space, before hashing',
    run: (canonical: string) => decodeURIComponent(canonical.replaceAll('+', '%20')),
  },
} satisfies Record<string, Step<string>>;

/** Steps from the fields that were sent to those that a framework hands on. */
const readers = {
  floats: {
    does: 'reads numbers as floating point, as Go does into map[string]any',
    fix: 'call UseNumber on the json.Decoder',
    run: (fields: Resource) => mapValues(fields, (value) => (typeof value === 'number' ? goFloat(value) : value)),
  },
  noEmpty: {
    does: 'leaves out empty values, as Laravel does with ConvertEmptyStringsToNull',
    fix: 'read the fields from the raw body ($request->getContent()), and keep the empty ones',
    run: withoutEmpty,
  },
  trimmed: {
    does: "trims values and leaves out empty ones, as Laravel's TrimStrings and ConvertEmptyStringsToNull do",
    fix: 'read the fields from the raw body ($request->getContent())',
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

/** Says in two sentences what the receiver does and how to correct it. */
export function explainMistake({ does, fix }: SignatureMistake): string {
  return `The receiver ${does}. To correct it, ${fix}.`;
}

function mistake(reader?: Step<Resource>, encoder?: Step<string>): SignatureMistake {
  const steps = [reader, encoder].filter((step) => step !== undefined);
  return {
    does: steps.map(({ does }) => does).join(', and '),
    fix: steps.map(({ fix }) => fix).join(', and '),
    hashed: (resource) => {
      const fields = reader ? reader.run(resource) : resource;
      const canonical = canonicalString(new Map(Object.entries(mapValues(fields, String))));
      return encoder ? encoder.run(canonical) : canonical;
    },
  };
}

function spelledAs(encoding: FormEncoding, does: string, fix: string): Step<string> {
  return { does, fix, run: (canonical) => spellAs(encoding, canonical) };
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
