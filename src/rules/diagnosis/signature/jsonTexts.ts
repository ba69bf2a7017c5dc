import { compareBytes } from '../../signing/canonicalString.ts';
import { finding, remedies } from './finding.ts';
import type { Pair, Pairs } from './way.ts';

export const jsonSigned = finding(
  'UNEXPLAINED',
  `A JSON body was signed. Also when the parameters travel as JSON, what is signed is their form-encoded form. ${remedies.join}`,
);

/** The JSON texts that the usual libraries make of the parameters: as given or sorted, numbers bare or quoted. */
export function* jsonTexts(pairs: Pairs): Generator<string> {
  const given = pairs.filter(({ name }) => name !== 'sign');
  const sorted = given.toSorted((a, b) => compareBytes(a.name, b.name));
  for (const { comma, colon, quote } of libraries) {
    const quoted = new Map(given.flatMap(({ name, value }) => [name, value]).map((text) => [text, quote(text)]));
    for (const isBare of bareNumbers) {
      const write = ({ name, value }: Pair) =>
        quoted.get(name)! + colon + (isBare(name) && isPlainNumber(value) ? value : quoted.get(value)!);
      for (const ordered of [given, sorted]) yield `{${ordered.map(write).join(comma)}}`;
    }
  }
}

/** The parameters of the specification that a developer's program has as numbers. */
const amounts = ['total_fee', 'pay_limit'];
const bareNumbers: ((name: string) => boolean)[] = [
  () => false,
  (name) => amounts.includes(name) || name === 'timestamp',
  (name) => amounts.includes(name),
  (name) => name === 'timestamp',
];

interface Library {
  comma: string;
  colon: string;
  quote(text: string): string;
}

const libraries: Library[] = [
  // JavaScript; Python with ensure_ascii=False and bare separators; Java's Jackson
  { comma: ',', colon: ':', quote: JSON.stringify },
  // Python
  { comma: ', ', colon: ': ', quote: quoteAscii },
  { comma: ', ', colon: ': ', quote: JSON.stringify },
  { comma: ',', colon: ':', quote: quoteAscii },
  // PHP, also with JSON_UNESCAPED_UNICODE
  { comma: ',', colon: ':', quote: (text) => quoteAscii(text).replaceAll('/', '\\/') },
  { comma: ',', colon: ':', quote: (text) => JSON.stringify(text).replaceAll('/', '\\/') },
  // Go
  { comma: ',', colon: ':', quote: (text) => JSON.stringify(text).replaceAll(/[&<>]/g, escapeUnit) },
];

function isPlainNumber(value: string): boolean {
  return /^(0|-?[1-9]\d{0,14})$/.test(value);
}

function quoteAscii(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\0-\x7f]/g, (character) => character.split('').map(escapeUnit).join(''));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
