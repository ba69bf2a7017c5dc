/**
 * The pairs of an `application/x-www-form-urlencoded` text, decoded as UTF-8, or undefined when an escape or the UTF-8
 * is malformed: a guess at what was meant would be a guess at what was signed.
 */
export function decodeForm(bytes: Buffer): [name: string, value: string][] | undefined {
  const pairs: [string, string][] = [];
  // One character a byte, so that unescaped UTF-8 passes through the splitting.
  for (const pair of bytes.toString('latin1').split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    pairs.push([name, value]);
  }
  return pairs;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(text: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}
