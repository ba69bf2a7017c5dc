import { compareBytes } from '../../signing/canonicalString.ts';
import { finding } from './finding.ts';
import type { Pairs } from './way.ts';

export const jsonSigned = finding('UNEXPLAINED', 'STRING_IS_JSON', 'DO_JOIN');

/** Makes the JSON texts that the usual libraries make of the parameters: as given or sorted, numbers bare or quoted. */
export function jsonTexts(pairs: Pairs): string[] {
  const sent = pairs.filter(({ name }) => name !== 'sign');
  const sorted = sent.toSorted((a, b) => compareBytes(a.name, b.name));
  return libraries.flatMap(({ comma, colon, quote }) =>
    [sent, sorted].flatMap((ordered) =>
      [[], numbers].map((bare) => {
        const write = (name: string, value: string) => (bare.includes(name) && isNumber(value) ? value : quote(value));
        return `{${ordered.map(({ name, value }) => quote(name) + colon + write(name, value)).join(comma)}}`;
      }),
    ),
  );
}

/** The parameters of the specification that a developer's program has as numbers. */
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
