import { encode } from '../../signing/canonicalString.ts';
import { specifiedEndpoints } from '../../signing/specifiedEndpoints.ts';
import { likelyEndpoint } from '../likelyEndpoint.ts';
import { finding } from './finding.ts';
import { asIs, likely, type Pairs, rare, right, strange, type Way, wrong } from './way.ts';

/** Returns the ways to change the finished string before it is signed. */
export function endings(pairs: Pairs, url?: string): Way<string, string>[] {
  return [...usualEndings, ...beginWithAddress(pairs, url)];
}

export const trailingNewline = finding('TRAILING_NEWLINE', 'STRING_ENDS_IN_NEWLINE', 'DO_LEAVE_OUT_NEWLINE');
export const addressSigned = finding('UNEXPLAINED', 'STRING_WITH_ADDRESS', 'DO_JOIN');
const encodedWhole = finding('DOUBLE_ENCODED', 'WHOLE_ENCODED', 'DO_ENCODE');
const endsInAmpersand = finding('UNEXPLAINED', 'STRING_ENDS_IN_AMPERSAND', 'DO_JOIN');
const beginsWithAmpersand = finding('UNEXPLAINED', 'STRING_BEGINS_WITH_AMPERSAND', 'DO_JOIN');
const beginsWithQuestionMark = finding('UNEXPLAINED', 'STRING_BEGINS_WITH_QUESTION_MARK', 'DO_JOIN');
const beginsWithByteOrderMark = finding('UNEXPLAINED', 'STRING_BEGINS_WITH_BOM');

const usualEndings: Way<string, string>[] = [
  right(asIs),
  wrong(trailingNewline, likely, (text) => `${text}\n`),
  wrong(endsInAmpersand, likely, (text) => `${text}&`),
  wrong(trailingNewline, rare, (text) => `${text}\r\n`),
  wrong(encodedWhole, rare, encode),
  wrong(encodedWhole, rare, encodeURIComponent),
  wrong(beginsWithQuestionMark, rare, (text) => `?${text}`),
  wrong(beginsWithAmpersand, rare, (text) => `&${text}`),
  wrong(beginsWithByteOrderMark, rare, (text) => `\uFEFF${text}`),
];

/** Puts the path of an endpoint before the string, or the address that was called, with and without the method. */
function beginWithAddress(pairs: Pairs, url: string | undefined): Way<string, string>[] {
  const likeliest = likelyEndpoint(
    pairs.map(({ name }) => name),
    url,
  );
  const others = Object.values(specifiedEndpoints).filter(({ path }) => path !== likeliest.path);
  const usual = [likeliest.path, ...usualMounts.map((mount) => mount + likeliest.path)];
  const bases = [...[...usual, ...addressesIn(likeliest.path, url)].map((path) => ({ ...likeliest, path })), ...others];
  return bases.flatMap(({ method, path }) => {
    const prefixes = [path, `${method} ${path}?`, `${method}${path}?`, `${method}\n${path}\n`];
    const unlikely = path === likeliest.path ? rare : strange;
    return [begin(`${path}?`, rare), ...prefixes.map((prefix) => begin(prefix, unlikely))];
  });
}

function begin(prefix: string, unlikely: number): Way<string, string> {
  return wrong(addressSigned, unlikely, (text) => prefix + text);
}

const usualMounts = ['/v1', '/api', '/api/v1'];

/** Returns the URL in the forms in which it is put before the string. A host alone may be before any endpoint. */
function addressesIn(likeliest: string, url = ''): string[] {
  const [, scheme = '', host = '', path = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)/i.exec(url.trim()) ?? [];
  if (host + path === '') return [];
  const specified = Object.values(specifiedEndpoints).map((endpoint) => endpoint.path);
  const paths = path.length > 1 ? [path] : new Set([likeliest, ...specified]);
  return [...paths].flatMap((each) => [scheme + host + each, host + each, each]);
}
