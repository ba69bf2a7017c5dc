/** Parameter values by name, decoded; numbers are kept as the text that was sent. */
export type Parameters = ReadonlyMap<string, string>;

/**
 * Returns the string that is signed: every parameter except `sign`, by name in byte order, as `name=value` joined with
 * `&` (specification, Authentication 3.1–3.3).
 *
 * The encoding is that of PHP's `http_build_query` (RFC 1738): space is `+`, only `A-Za-z0-9-_.` stay bare, hex digits
 * are upper-case, text is UTF-8. Names are encoded too; if they were not, a name could carry an `=` or `&` and one
 * string would stand for two requests.
 *
 * Text must be well-formed (no lone surrogates): the readers of parameters see to it.
 */
export function canonicalString(parameters: Parameters): string {
  return [...parameters]
    .filter(([name]) => name !== 'sign')
    .toSorted(([a], [b]) => compareBytes(a, b))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

/** Encodes a name or value as the canonical string has it. */
export function encode(text: string): string {
  if (!/[^\w.-]/.test(text)) return text;
  const bytes = Buffer.from(text);
  const encoded = Buffer.allocUnsafe(bytes.length * 3);
  let length = 0;
  for (const byte of bytes) {
    if (isBare[byte]) {
      encoded[length++] = byte;
    } else if (byte === space) {
      encoded[length++] = plus;
    } else {
      encoded[length++] = percent;
      encoded[length++] = hexDigits[byte >> 4]!;
      encoded[length++] = hexDigits[byte & 15]!;
    }
  }
  return encoded.toString('latin1', 0, length);
}

const space = 0x20;
const plus = 0x2b;
const percent = 0x25;
const hexDigits = Buffer.from('0123456789ABCDEF');
const isBare = Array.from({ length: 256 }, (_, byte) => /[A-Za-z0-9_.-]/.test(String.fromCharCode(byte)));

/**
 * Compares two texts by their UTF-8 bytes. That order is the order of code points, and so of UTF-16 code units, except
 * for surrogates, which stand for the highest code points. The texts are not encoded: that would be slow,
 * since a thousand names take ten thousand comparisons.
 */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const unitOfA = a.charCodeAt(at);
    const unitOfB = b.charCodeAt(at);
    if (unitOfA !== unitOfB) return rankOf(unitOfA) - rankOf(unitOfB);
  }
  return a.length - b.length;
}

function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
