/** Parameter values by name, decoded; numbers are kept as the text that was sent. */
export type Parameters = ReadonlyMap<string, string>;

/**
 * The string that is signed: every parameter except `sign`, by name in byte order, as `name=value` joined with `&`
 * (specification, Authentication 3.1–3.3).
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

/**
 * The canonical string and every other form encoding of the same values that a standard library may produce. Form
 * decoding maps each of them back to one set of values, so none of them can authenticate a second set.
 */
export function acceptedCanonicalStrings(canonical: string): string[] {
  // .NET's HttpUtility writes hex digits in lower case. Changed first: it is dear, and this way done once.
  const accepted = new Set([canonical, lowerEscapes(canonical)]);
  for (const respell of otherSpellings) {
    for (const text of Array.from(accepted)) accepted.add(respell(text));
  }
  return [...accepted];
}

/** What libraries do differently from `http_build_query`; a caller's library may differ in several at once. */
const otherSpellings: ((canonical: string) => string)[] = [
  // RFC 3986: encodeURIComponent, rawurlencode, curl --data-urlencode
  (text) => text.replaceAll('+', '%20'),
  // RFC 3986: Python urlencode, Go url.Values
  (text) => text.replaceAll('%7E', '~').replaceAll('%7e', '~'),
  // WHATWG URL: URLSearchParams, Java URLEncoder, Ruby encode_www_form
  (text) => text.replaceAll('%2A', '*').replaceAll('%2a', '*'),
  // encodeURIComponent, and .NET's WebUtility, which leaves the apostrophe encoded
  (text) => text.replaceAll('%21', '!').replaceAll('%28', '(').replaceAll('%29', ')'),
  (text) => text.replaceAll('%27', "'"),
];

/** Encoded text with its hex digits in lower case. */
export function lowerEscapes(encoded: string): string {
  return encoded.replaceAll(/(?:%[0-9A-F]{2})+/g, (escapes) => escapes.toLowerCase());
}

/** One name or value as it stands in the canonical string. */
export function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** UTF-8 byte order is code point order, which comparing UTF-16 code units is not. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
