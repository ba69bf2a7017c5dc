import { codePointOf } from '../diagnosis/invisibleCharacter.ts';
import { acknowledgement, trimAscii } from './acknowledgement.ts';
import { writeHint } from './hintTexts.ts';

/** A body that did not acknowledge the notification. `body` is its beginning if it is `truncated`. */
interface WrongBody {
  body: Uint8Array;
  truncated: boolean;
  contentEncoding: string | null;
}

/** Says how the body of an answer with a status 2xx differs from SUCCESS, such as by HTML or by quotes around it. */
export function bodyHint({ body, truncated, contentEncoding }: WrongBody): string {
  const text = trimAscii(new TextDecoder().decode(body));
  if (text === '' && !truncated) return writeHint('HINT_BODY_EMPTY');
  const compression = describeCompression(contentEncoding, body);
  if (compression) return writeHint('HINT_BODY_COMPRESSED', { how: compression });
  if (!truncated && isUtf16(body)) return writeHint('HINT_BODY_UTF16');
  const unseen = truncated ? null : findUnseen(text);
  if (unseen) return writeHint('HINT_BODY_INVISIBLE', unseen);
  if (/^(["'`]).*\1$/s.test(text) && text.slice(1, -1) === acknowledgement) {
    const quotes = text.startsWith('"') ? 'in quotes, as a JSON encoder writes it' : 'in quotes';
    return writeHint('HINT_BODY_QUOTED', { body: text, quotes });
  }
  if (/^(["'`])success\1$/i.test(text)) return writeHint('HINT_BODY_QUOTED_CASE', { body: text });
  if (text !== acknowledgement && text.toUpperCase() === acknowledgement) {
    return writeHint('HINT_BODY_CASE', { body: text });
  }
  if (/<[a-z!][^<>]*>/i.test(text)) {
    const around = text.includes(acknowledgement) ? ` around ${acknowledgement}` : '';
    return writeHint('HINT_BODY_HTML', { around });
  }
  if (/^[{[]/.test(text)) return writeHint('HINT_BODY_JSON');
  if (text.includes(acknowledgement)) {
    return writeHint('HINT_BODY_AROUND', { much: truncated ? ', a lot of it,' : '' });
  }
  return writeHint('HINT_BODY_OTHER');
}

/** Explains a status that is not 2xx, if the body says that nginx requires a client certificate. */
export function statusHint(body: Uint8Array): string | null {
  return new TextDecoder().decode(body).includes('No required SSL certificate was sent')
    ? writeHint('HINT_CLIENT_CERTIFICATE')
    : null;
}

/** A base for a relative Location whose host is not known. No host has such a name (RFC 6761, 6.4). */
const unknownHost = 'http://unknown.invalid';
const unknownUrl = `${unknownHost}/`;

/** The longest part of a Location that is shown. It is text of the receiver. */
const mostShown = 300;

/**
 * Says how to correct an answer with a status 3xx. `location` is the header as it came; null: there was none. If the URL that
 * was called is not known, a relative Location is shown without its host. Not every 3xx is a redirect: 304 says that nothing
 * has changed.
 */
export function redirectHint(status: number, location: string | null, calledUrl: string | null): string {
  if (status === 304) return writeHint('HINT_REDIRECT_NOT_MODIFIED');
  if (location === null) return writeHint('HINT_REDIRECT_NOWHERE');
  const base = calledUrl ?? unknownUrl;
  if (!URL.canParse(location, base)) return writeHint('HINT_REDIRECT_NO_ADDRESS');
  const { href } = new URL(location, base);
  if (href === calledUrl) return writeHint('HINT_REDIRECT_BACK');
  const known = calledUrl === null ? href.replace(unknownHost, '') : href;
  const shown = known.length > mostShown ? `${known.slice(0, mostShown)}…` : known;
  return writeHint('HINT_REDIRECT_AWAY', { address: shown });
}

/** The registered codings that compress (IANA HTTP Content Coding Registry), so without `identity`. */
const codings = new Set(['br', 'compress', 'dcb', 'dcz', 'deflate', 'gzip', 'x-compress', 'x-gzip', 'zstd']);

const firstBytes: [bytes: readonly number[], coding: string][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x1f, 0x9d], 'compress'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
];

/** Describes how a body was compressed; null: nothing says that it was. `contentEncoding` is the header, if there was one. */
function describeCompression(contentEncoding: string | null, body: Uint8Array): string | null {
  const named = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const known = named.filter((coding) => codings.has(coding));
  if (known.length > 0) return `Content-Encoding: ${known.slice(0, 3).join(', ')}`;
  const found = firstBytes.find(([bytes]) => bytes.every((byte, at) => body[at] === byte));
  return found ? `${found[1]}, by its first bytes` : null;
}

function isUtf16(body: Uint8Array): boolean {
  return ['utf-16le', 'utf-16be'].some(
    (encoding) => trimAscii(new TextDecoder(encoding).decode(body)) === acknowledgement,
  );
}

/** Finds the invisible characters that made the difference. Null: it was not such characters. */
function findUnseen(text: string): Record<'name' | 'character' | 'others' | 'where', string> | null {
  const unseen = /[\p{C}\p{Z}]/gu;
  const rest = text.replaceAll(unseen, '');
  if (rest !== acknowledgement || rest === text) return null;
  const [first, ...others] = new Set(text.match(unseen));
  return {
    name: nameOf(first!),
    character: codePointOf(first!),
    others: others.map((other) => ` and ${nameOf(other)} (${codePointOf(other)})`).join(''),
    where: text.includes(acknowledgement) ? 'around' : 'within',
  };
}

function nameOf(character: string): string {
  return namesOfUnseen[character] ?? 'the character';
}

const namesOfUnseen: Record<string, string> = {
  '\0': 'a NUL',
  ' ': 'a space',
  '\n': 'a line feed',
  '\r': 'a carriage return',
  '\u00A0': 'a no-break space',
  '\u200B': 'a zero-width space',
  '\u200C': 'a zero-width non-joiner',
  '\u200D': 'a zero-width joiner',
  '\u2060': 'a word joiner',
  '\u3000': 'an ideographic space',
  // At the very beginning, one is accepted.
  '\uFEFF': 'a misplaced byte order mark',
};
