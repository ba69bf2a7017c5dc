/** Registered codings that compress (IANA HTTP Content Coding Registry); `identity` and mistaken values are none. */
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
