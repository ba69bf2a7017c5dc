import { encode } from '../canonicalString.ts';
import { spellAs } from '../formEncodings.ts';
import { likelyEndpoint } from '../likelyEndpoint.ts';
import { finding, remedies } from './finding.ts';
import { asIs, likely, type Pairs, rare, right, type Way, wrong } from './way.ts';

/** What is done to the finished string before it is signed. */
export function endings(pairs: Pairs): Way<string, string>[] {
  return [...usualEndings, ...addressed(pairs)];
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
  wrong(beginsWithByteOrderMark, rare, (text) => `\uFEFF${text}`),
];

/** The host is not known. */
function addressed(pairs: Pairs): Way<string, string>[] {
  const { method, path } = likelyEndpoint(pairs.map(({ name }) => name));
  const prefixes = [`${path}?`, path, `${method}${path}?`, `${method} ${path}?`, `${method}\n${path}\n`];
  return prefixes.map((prefix) => wrong(addressSigned, rare, (text: string) => prefix + text));
}
