import { encode } from '../../signing/canonicalString.ts';
import { spellAs } from '../../signing/formEncodings.ts';
import { endpoints } from '../../signing/endpoints.ts';
import { likelyEndpoint } from '../likelyEndpoint.ts';
import { finding, remedies } from './finding.ts';
import { asIs, likely, type Pairs, rare, right, strange, type Way, wrong } from './way.ts';

/** The changes to the finished string before it is signed. */
export function endings(pairs: Pairs, url?: string): Way<string, string>[] {
  return [...usualEndings, ...addressed(pairs), ...(url === undefined ? [] : beginWithUrl(url, pairs))];
}

export const trailingNewline = finding(
  'TRAILING_NEWLINE',
  `The signed string ends in a newline, as echo or a file gives it. ${remedies.newline}`,
);
export const addressSigned = finding(
  'UNEXPLAINED',
  `The signed string contains the method or the address. Sign the parameters alone, without what comes before them. ${remedies.join}`,
);
const encodedWhole = finding(
  'DOUBLE_ENCODED',
  `The finished string was URL-encoded once more as a whole, = and & included. ${remedies.encode}`,
);
const endsInAmpersand = finding('UNEXPLAINED', `The signed string ends in &. ${remedies.join}`);
const beginsWithAmpersand = finding(
  'UNEXPLAINED',
  `The signed string begins with &, as appending &name=value to nothing gives it. ${remedies.join}`,
);
const beginsWithQuestionMark = finding(
  'UNEXPLAINED',
  `The signed string begins with the ? of the address. ${remedies.join}`,
);
const beginsWithByteOrderMark = finding(
  'UNEXPLAINED',
  'The signed string begins with a byte order mark, as a text file with one gives it. Sign it without.',
);

const usualEndings: Way<string, string>[] = [
  right(asIs),
  wrong(trailingNewline, likely, (text) => `${text}\n`),
  wrong(endsInAmpersand, likely, (text) => `${text}&`),
  wrong(trailingNewline, rare, (text) => `${text}\r\n`),
  wrong(encodedWhole, rare, encode),
  wrong(encodedWhole, rare, encodeURIComponent),
  wrong(encodedWhole, rare, (text) => spellAs({ bare: '', space: '+', hexDigits: 'lower' }, encode(text))),
  wrong(beginsWithQuestionMark, rare, (text) => `?${text}`),
  wrong(beginsWithAmpersand, rare, (text) => `&${text}`),
  wrong(beginsWithByteOrderMark, rare, (text) => `\uFEFF${text}`),
];

/**
 * The host is not known, nor what a gateway has before the path, but for what is usual. Another endpoint than the
 * parameters are for is tried, too: they may be for any.
 */
function addressed(pairs: Pairs): Way<string, string>[] {
  const likeliest = likelyEndpoint(pairs.map(({ name }) => name));
  const others = allEndpoints.filter(({ path }) => path !== likeliest.path);
  return [
    ...prefixesOf(likeliest, rare),
    { prefix: `${likeliest.path}/?`, unlikely: strange },
    ...usualMounts.map((mount) => ({ prefix: `${mount}${likeliest.path}?`, unlikely: strange })),
    { prefix: `${likeliest.path.slice(1)}?`, unlikely: strange },
    ...others.map(({ path }) => ({ prefix: `${path}?`, unlikely: rare })),
    ...others.flatMap((other) => prefixesOf(other, strange).slice(1)),
  ].map(({ prefix, unlikely }) => begin(prefix, unlikely));
}

function begin(prefix: string, unlikely: number): Way<string, string> {
  return wrong(addressSigned, unlikely, (text) => prefix + text);
}

const allEndpoints = Object.values(endpoints);

const usualMounts = ['/v1', '/api', '/api/v1'];

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The URL that the developer calls, in the forms in which it gets before the string. */
function beginWithUrl(url: string, pairs: Pairs): Way<string, string>[] {
  const [whole = ''] = url.trim().split(/[?#]/);
  const withoutScheme = whole.replace(scheme, '');
  const [, host = '', path = ''] = /^([^/]*)(\/?.*)$/s.exec(withoutScheme) ?? [];
  const { method } = likelyEndpoint(pairs.map(({ name }) => name));
  // A host alone may be before any endpoint.
  const bases = path.length > 1 ? [whole] : allEndpoints.map((endpoint) => whole.replace(/\/$/, '') + endpoint.path);
  const prefixes = bases.flatMap((base) => {
    const ofHost = base.replace(scheme, '');
    const ofPath = ofHost.slice(host.length);
    return [`${base}?`, base, `${ofHost}?`, ofHost, `${ofPath}?`, ofPath];
  });
  const withMethod = prefixes.flatMap((prefix) => [`${method} ${prefix}`, `${method}${prefix}`]);
  return [...prefixes.map((prefix) => begin(prefix, rare)), ...withMethod.map((prefix) => begin(prefix, strange))];
}

function prefixesOf({ method, path }: { method: string; path: string }, unlikely: number) {
  const prefixes = [`${path}?`, path, `${method}${path}?`, `${method} ${path}?`, `${method}\n${path}\n`];
  return prefixes.map((prefix) => ({ prefix, unlikely }));
}
