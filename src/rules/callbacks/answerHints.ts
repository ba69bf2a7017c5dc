/** The longest part of an address that is shown. It is text of the receiver. */
const mostShown = 300;

/**
 * Says how to correct an answer with a status 3xx. `location` is the header as it came; null: there was none. Not every 3xx
 * is a redirect: 304 says that nothing has changed.
 */
export function redirectHint(status: number, location: string | null, urlToCall: string): string {
  if (status === 304) {
    return '304 (Not Modified) is an answer to a condition, and none was sent; answer 200 with SUCCESS';
  }
  if (location === null) return 'no Location says where it leads; answer 200 with SUCCESS';
  if (!URL.canParse(location, urlToCall)) return 'its Location is no address; answer 200 with SUCCESS';
  const { href } = new URL(location, urlToCall);
  if (href === urlToCall) {
    return 'redirects are not followed, and this one leads back to the same address; answer 200 with SUCCESS';
  }
  const shown = href.length > mostShown ? `${href.slice(0, mostShown)}…` : href;
  const advice = 'if callbacks belong there, configure that address; else answer SUCCESS without a redirect';
  return `redirects are not followed; this one leads to ${shown}: ${advice}`;
}

/** The registered codings that compress (IANA HTTP Content Coding Registry), so without `identity`. */
const codings = new Set(['br', 'compress', 'dcb', 'dcz', 'deflate', 'gzip', 'x-compress', 'x-gzip', 'zstd']);

const firstBytes: [bytes: readonly number[], coding: string][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x1f, 0x9d], 'compress'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
];

/** Describes how a body was compressed; null: nothing says that it was. `contentEncoding` is the header, if there was one. */
export function describeCompression(contentEncoding: string | null, body: Uint8Array): string | null {
  const named = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const known = named.filter((coding) => codings.has(coding));
  if (known.length > 0) return `Content-Encoding: ${known.slice(0, 3).join(', ')}`;
  const found = firstBytes.find(([bytes]) => bytes.every((byte, at) => body[at] === byte));
  return found ? `${found[1]}, by its first bytes` : null;
}
