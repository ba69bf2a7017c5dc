/** The way in which one client writes what libraries write differently. It is the same in all of a text. */
export interface FormEncoding {
  /**
   * The marks of ``! ' ( ) * ~`` that stay as they are. All other characters but `A-Za-z0-9-_.` are percent-encoded.
   */
  bare: string;
  space: '+' | '%20';
  hexDigits: 'upper' | 'lower';
  /** The best known of those that write like this, if any does. */
  library?: string;
}

/** The encodings of well-known libraries that other files name. */
export const encodeUriComponent = ofLibrary("JavaScript's encodeURIComponent", `!'()*~`, '%20');
export const rfc3986 = ofLibrary(
  "RFC 3986: PHP's rawurlencode, Python's quote, .NET's EscapeDataString, qs",
  '~',
  '%20',
);
export const urlencode = ofLibrary("Python's urlencode and Go's url.Values", '~', '+');
export const urlSearchParams = ofLibrary("URLSearchParams, Java's URLEncoder and Ruby", '*', '+');
export const okHttp = ofLibrary("OkHttp, or Java's URLEncoder with + replaced by %20", '*', '%20');
export const earlyQuote = ofLibrary("Python's quote before version 3.7", '', '%20');

/** The encodings of most clients, that of the canonical string first. */
export const usualEncodings: readonly FormEncoding[] = [
  ofLibrary("PHP's http_build_query", '', '+'),
  encodeUriComponent,
  rfc3986,
  urlencode,
  urlSearchParams,
];

export const seldomEncodings: readonly FormEncoding[] = [
  ofLibrary('qs with the format RFC1738', '()~', '+'),
  ofLibrary("jQuery's param", `!'()*~`, '+'),
  okHttp,
  earlyQuote,
  ofLibrary(".NET's WebUtility", '!()*', '+'),
  ofLibrary(".NET's HttpUtility", '!()*', '+', 'lower'),
  ofLibrary('curl --get --data-urlencode', '~', '+', 'lower'),
];

function ofLibrary(
  library: string,
  bare: string,
  space: FormEncoding['space'],
  hexDigits: FormEncoding['hexDigits'] = 'upper',
): FormEncoding {
  return { library, bare, space, hexDigits };
}

/**
 * Encodings of no known library are tried until this number of bytes has been made for one request. A request with the
 * specification's parameters alone has less than 1 KiB, and there are 256 encodings: so all of them are tried for it,
 * and a long forged one costs little more.
 */
const mostBytes = 256 * 1024;

export interface Spelling {
  encoding: FormEncoding;
  /** The text, in ASCII. */
  text: Buffer;
}

/**
 * Returns the canonical string in each of the accepted encodings, the likeliest first, and each text once. Form
 * decoding maps all of them back to the same values, so none can authenticate other values. `first` goes before all.
 */
export function* acceptedSpellings(canonical: string, first?: FormEncoding): Generator<Spelling> {
  const original = Buffer.from(canonical, 'latin1');
  const relevant = relevantChoices(original);
  const seen = new Set<number>();
  let bytes = 0;
  for (const encoding of inOrder(first)) {
    if (encoding.library === undefined && encoding !== first && bytes >= mostBytes) return;
    const choices = relevant(choicesOf(encoding));
    if (seen.has(choices)) continue;
    seen.add(choices);
    const text = spell(original, choices);
    bytes += text.length;
    yield { encoding, text };
  }
}

/** One after the other, since most requests need the first only. */
function* inOrder(first?: FormEncoding): Generator<FormEncoding> {
  if (first) yield first;
  yield* likely;
  yield* others;
}

/** Finds the accepted encoding in which the canonical string is this text. */
export function findEncoding(canonical: string, text: string): FormEncoding | undefined {
  const wanted = Buffer.from(text);
  for (const spelling of acceptedSpellings(canonical)) if (spelling.text.equals(wanted)) return spelling.encoding;
  return undefined;
}

/** Rewrites text that is encoded as the canonical string is in another encoding. */
export function spellAs(encoding: FormEncoding, encoded: string): string {
  return spell(Buffer.from(encoded, 'latin1'), choicesOf(encoding)).toString('latin1');
}

/** Describes an encoding for a person who knows their own program. */
export function describeEncoding({ library, bare, space, hexDigits }: FormEncoding): string {
  if (library !== undefined) return `that of ${library}`;
  const which = bare === '' ? '' : `${Array.from(bare).join(' ')} as they are, `;
  return `with ${which}${space} for a space and ${hexDigits}-case hexadecimal digits`;
}

/** A bit for each mark that may be bare, one for the space and one for lower-case digits. */
type Choices = number;

const marks = Array.from(`!'()*~`);
const spaceBit = 1 << marks.length;
const lowerBit = spaceBit << 1;
/** The bit of each mark, by the byte that an escape stands for. */
const markBits = Uint8Array.from({ length: 256 }, (_, byte) => {
  const index = marks.indexOf(String.fromCharCode(byte));
  return index < 0 ? 0 : 1 << index;
});
/** The characters whose escape has a letter: %2A and %7E. */
const letteredBits = (1 << marks.indexOf('*')) | (1 << marks.indexOf('~'));

const likely = [...usualEncodings, ...seldomEncodings];
const others = Array.from({ length: lowerBit << 1 }, (_, choices) => encodingOf(choices));

function choicesOf({ bare, space, hexDigits }: FormEncoding): Choices {
  const bits = Array.from(bare).reduce((all, mark) => all | markBits[mark.charCodeAt(0)]!, 0);
  return bits | (space === '%20' ? spaceBit : 0) | (hexDigits === 'lower' ? lowerBit : 0);
}

function encodingOf(choices: Choices): FormEncoding {
  return {
    bare: marks.filter((_, index) => choices & (1 << index)).join(''),
    space: choices & spaceBit ? '%20' : '+',
    hexDigits: choices & lowerBit ? 'lower' : 'upper',
  };
}

const percent = 0x25;
const plus = 0x2b;
const nine = 0x39;

/** Returns a function that keeps those choices of an encoding that make a difference to this text. */
function relevantChoices(original: Buffer): (choices: Choices) => Choices {
  let present = original.includes(plus) ? spaceBit : 0;
  let hasOtherLetters = false;
  for (let at = original.indexOf(percent); at >= 0; at = original.indexOf(percent, at + 3)) {
    const bit = markBits[escapedByte(original, at)]!;
    present |= bit;
    hasOtherLetters ||= bit === 0 && (original[at + 1]! > nine || original[at + 2]! > nine);
  }
  return (choices) => {
    const hasLetters = hasOtherLetters || (present & letteredBits & ~choices) !== 0;
    return choices & (hasLetters ? present | lowerBit : present);
  };
}

/**
 * Rewrites byte by byte, since this is done for each digest. To replace one mark after the other took ten times as
 * long.
 */
function spell(original: Buffer, choices: Choices): Buffer {
  const spelled = Buffer.allocUnsafe(original.length * (choices & spaceBit ? 3 : 1));
  const lowerCase = choices & lowerBit ? 0x20 : 0;
  let length = 0;
  for (let at = 0; at < original.length; at += 1) {
    const byte = original[at]!;
    if (byte === percent) {
      const escaped = escapedByte(original, at);
      if (markBits[escaped]! & choices) {
        spelled[length++] = escaped;
      } else {
        spelled[length++] = percent;
        spelled[length++] = inCase(original[at + 1]!, lowerCase);
        spelled[length++] = inCase(original[at + 2]!, lowerCase);
      }
      at += 2;
    } else if (byte === plus && choices & spaceBit) {
      spelled[length++] = percent;
      spelled[length++] = 0x32;
      spelled[length++] = 0x30;
    } else {
      spelled[length++] = byte;
    }
  }
  return spelled.subarray(0, length);
}

function inCase(digit: number, lowerCase: number): number {
  return digit > nine ? digit | lowerCase : digit;
}

/** Returns the byte of an escape with upper-case digits. */
function escapedByte(original: Buffer, at: number): number {
  return (digitValue(original[at + 1]!) << 4) | digitValue(original[at + 2]!);
}

function digitValue(digit: number): number {
  return digit > nine ? digit - 0x37 : digit - 0x30;
}
