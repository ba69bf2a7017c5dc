import { compareBytes } from '../../signing/canonicalString.ts';
import { finding } from './finding.ts';
import type { Pair, Pairs } from './way.ts';

export const jsonSigned = finding('UNEXPLAINED', 'STRING_IS_JSON', 'DO_JOIN');

/** Makes the JSON texts that the usual libraries make of the parameters: as given or sorted, each number bare or quoted. */
export function jsonTexts(pairs: Pairs): string[] {
  const sent = pairs.filter(({ name }) => name !== 'sign');
  const sorted = sent.toSorted((a, b) => compareBytes(a.name, b.name));
  const choices = bareNumbers(sent);
  const texts = libraries.flatMap(({ comma, colon, quote }) =>
    [sent, sorted].flatMap((ordered) =>
      choices.map((bare) => {
        const write = ({ name, value }: Pair) => quote(name) + colon + (bare.has(name) ? value : quote(value));
        return `{${ordered.map(write).join(comma)}}`;
      }),
    ),
  );
  return [...new Set(texts)];
}

/** Returns the sets of parameters that may be numbers in JSON: each set of the usual ones, and everything that can be one. */
function bareNumbers(sent: Pairs): Set<string>[] {
  const all = sent.filter(({ value }) => isNumber(value)).map(({ name }) => name);
  const usual = numbers.filter((name) => all.includes(name));
  const sets = usual.reduce<string[][]>((before, name) => before.flatMap((set) => [set, [...set, name]]), [[]]);
  return [...sets, all].map((set) => new Set(set));
}

/** The parameters of the specification that a developer's program may have as numbers. */
const numbers = ['total_fee', 'pay_limit', 'timestamp'];

interface Library {
  comma: string;
  colon: string;
  quote(text: string): string;
}

const libraries: Library[] = [
  // JavaScript, Java's Jackson
  { comma: ',', colon: ':', quote: JSON.stringify },
  // Python, also with ensure_ascii=False
  { comma: ', ', colon: ': ', quote: quoteAscii },
  { comma: ', ', colon: ': ', quote: JSON.stringify },
  // Python with separators=(',', ':')
  { comma: ',', colon: ':', quote: quoteAscii },
  // PHP, also with JSON_UNESCAPED_UNICODE
  { comma: ',', colon: ':', quote: (text) => quoteAscii(text).replaceAll('/', '\\/') },
  { comma: ',', colon: ':', quote: (text) => JSON.stringify(text).replaceAll('/', '\\/') },
  // Go
  { comma: ',', colon: ':', quote: (text) => JSON.stringify(text).replaceAll(/[&<>]/g, escapeUnit) },
];

function isNumber(value: string): boolean {
  return /^(0|-?[1-9]\d{0,14})$/.test(value);
}

/** Escapes each half of a surrogate pair by itself. */
function quoteAscii(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\0-\x7f]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
