import { compareBytes } from '../../signing/canonicalString.ts';
import { longestInAllWays } from './encodings.ts';
import { finding } from './finding.ts';
import type { Pairs } from './way.ts';

export const jsonSigned = finding('UNEXPLAINED', 'STRING_IS_JSON', 'DO_JOIN');

/**
 * Makes the JSON texts that the usual libraries make of the parameters: as given or sorted, each number bare or quoted. One
 * is made when it is asked for, since a search may end before.
 */
export function* jsonTexts(pairs: Pairs): Generator<string> {
  const sent = pairs.filter(({ name }) => name !== 'sign');
  const choices = bareNumbers(sent);
  for (const { comma, colon, quote } of libraries) {
    const quoted = sent.map(({ name, value }) => ({ name, start: quote(name) + colon, value, text: quote(value) }));
    for (const ordered of [quoted, quoted.toSorted((a, b) => compareBytes(a.name, b.name))]) {
      for (const bare of choices) {
        const members = ordered.map(({ name, start, value, text }) => start + (bare.has(name) ? value : text));
        yield `{${members.join(comma)}}`;
      }
    }
  }
}

/**
 * Returns the sets of parameters that may be numbers in JSON: each set of the usual ones, and everything that can be one. For
 * long text these would take too long, so that there are only none and all of the usual ones.
 */
function bareNumbers(sent: Pairs): Set<string>[] {
  const all = sent.filter(({ value }) => isNumber(value)).map(({ name }) => name);
  const usual = numbers.filter((name) => all.includes(name));
  if (sent.reduce((sum, { value }) => sum + value.length, 0) > longestInAllWays) return [new Set(), new Set(usual)];
  const sets = usual.reduce<string[][]>((before, name) => before.flatMap((set) => [set, [...set, name]]), [[]]);
  return (all.length > usual.length ? [...sets, all] : sets).map((set) => new Set(set));
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
