import { encode } from '../../signing/canonicalString.ts';
import { finding, type Finding } from './finding.ts';

/** A way in which text becomes other bytes than its UTF-8, and their URL-encoding as http_build_query writes it. */
export interface OtherCharacters {
  mistake: Finding;
  encode(text: string): string;
  /** If this is another text, and not only another encoding of it. */
  change?(text: string): string;
  /** True: the encoding is that of one program, which leaves other characters bare. */
  isOneProgram?: boolean;
}

const asReceived = 'Sign the text exactly as it is sent, in UTF-8.';
const decomposed = finding(
  'UNEXPLAINED',
  `The text was signed in Unicode form NFD, letter and accent apart, but sent in another form. ${asReceived} To sign and send one form, normalize once (NFC) before both.`,
);
const composed = finding(
  'UNEXPLAINED',
  `The text was signed in Unicode form NFC, letter and accent in one, but sent in another form. ${asReceived} To sign and send one form, normalize once (NFC) before both.`,
);
const latin1 = finding(
  'UNEXPLAINED',
  `The text was URL-encoded as Latin-1 (ISO 8859-1) bytes instead of UTF-8. ${asReceived} Name UTF-8 where the library takes a charset.`,
);
const escaped = finding(
  'UNEXPLAINED',
  `The text was encoded by JavaScript's escape(), which knows no UTF-8. ${asReceived} Use encodeURIComponent or URLSearchParams.`,
);
/** The mistake of values that were not encoded at all: their text becomes bytes only for the digest. */
export const digestOfLatin1 = finding(
  'UNEXPLAINED',
  `The string was turned into Latin-1 (ISO 8859-1, "binary") bytes for the digest instead of UTF-8. ${asReceived}`,
);

/** The ways that make a difference to these texts: none, if they are ASCII. */
export function otherCharacters(texts: readonly string[]): OtherCharacters[] {
  const others = texts.filter(hasOthersThanAscii);
  if (others.length === 0) return [];
  return [
    ...normalized('NFD', decomposed, others),
    ...normalized('NFC', composed, others),
    ...(others.every(isLatin1) ? [{ mistake: latin1, encode: encodeLatin1 }] : []),
    { mistake: escaped, encode: escapeAll, isOneProgram: true },
    { mistake: escaped, encode: (text) => escapeAll(text).replaceAll('%20', '+'), isOneProgram: true },
  ];
}

export function hasOthersThanAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}

function normalized(form: 'NFC' | 'NFD', mistake: Finding, texts: readonly string[]): OtherCharacters[] {
  const change = (text: string) => text.normalize(form);
  return texts.some((text) => change(text) !== text)
    ? [{ mistake, change, encode: (text) => encode(change(text)) }]
    : [];
}

function isLatin1(text: string): boolean {
  return /^[\0-\xff]*$/.test(text);
}

function encodeLatin1(text: string): string {
  return text.replaceAll(/[^\w.-]/g, (character) => (character === ' ' ? '+' : percentEncoded(character)));
}

/** Encodes as the escape function of ECMAScript's Annex B. */
function escapeAll(text: string): string {
  return text.replaceAll(/[^\w@*+\-./]/g, (unit) => (isLatin1(unit) ? percentEncoded(unit) : `%u${hexOf(unit, 4)}`));
}

function percentEncoded(character: string): string {
  return `%${hexOf(character, 2)}`;
}

function hexOf(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).toUpperCase().padStart(digits, '0');
}
