import { UsageError } from '../usageError.ts';

/**
 * Splits a pasted command line into words as a POSIX shell does: quotes of three kinds ('…', "…" and $'…'), backslashes,
 * and lines that a backslash continues. Variables and commands in it are refused: their values are not known here.
 */
export function splitShellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < line.length) {
    const piece = readPiece(line, at);
    if (piece.is === 'END') break;
    if (piece.is === 'CONTINUATION') {
      at = piece.next;
      continue;
    }
    if (piece.text !== null) word = (word ?? '') + piece.text;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
    at = piece.next;
  }
  return word === null ? words : [...words, word];
}

interface Piece {
  /** Null: white space between words. */
  text: string | null;
  next: number;
  /** The end of the command, after which another one may follow, or the end of a line that goes on. */
  is?: 'END' | 'CONTINUATION';
}

function readPiece(line: string, at: number): Piece {
  const rest = line.slice(at);
  const [first, second] = rest;
  if (first === "'") return closed(/^'([^']*)'/.exec(rest), at, (inner) => inner);
  if (first === '$' && second === "'") return closed(/^\$'((?:[^'\\]|\\[^])*)'/.exec(rest), at, unescapeAnsi);
  if (first === '"') return closed(/^"((?:[^"\\]|\\[^])*)"/.exec(rest), at, unescapeDouble);
  if (first === '\\') {
    const escaped = /^\\\r?\n/.exec(rest)?.[0];
    return escaped
      ? { text: null, next: at + escaped.length, is: 'CONTINUATION' }
      : { text: second ?? '', next: at + 2 };
  }
  if (/^(?:[\n;|>]|&&)/.test(rest)) return { text: null, next: line.length, is: 'END' };
  if (/^\s/.test(rest)) return { text: null, next: at + 1 };
  refuseBare(rest);
  const [plain] = /^(?:[^\s'"\\$`;|>&]|\$(?!['"\w({]))+/.exec(rest) ?? [first!];
  return { text: plain, next: at + plain.length };
}

function closed(found: RegExpExecArray | null, at: number, decode: (inner: string) => string): Piece {
  if (!found) throw new UsageError('expected every quote of the pasted line to be closed; is a part of it missing?');
  return { text: decode(found[1]!), next: at + found[0].length };
}

function unescapeDouble(inner: string): string {
  refuseExpansion(inner.replaceAll(/\\[^]/g, ''));
  return inner.replaceAll(/\\\r?\n/g, '').replaceAll(/\\([$`"\\])/g, '$1');
}

const ansiEscapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '\u0007', b: '\b', f: '\f', v: '\v' };

function unescapeAnsi(inner: string): string {
  return inner.replaceAll(
    /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([^]))/g,
    (_, code?: string, byte?: string, other?: string) => {
      const digits = code ?? byte;
      return digits === undefined ? (ansiEscapes[other!] ?? other!) : String.fromCharCode(Number.parseInt(digits, 16));
    },
  );
}

/** Refuses what the shell does not pass on as it is. */
function refuseBare(rest: string): void {
  if (rest.startsWith('&')) {
    throw new UsageError('expected quotes around the URL: at a bare & the shell ends the command, and sends no more');
  }
  refuseExpansion(/^[$`]/.test(rest) ? rest : '');
}

function refuseExpansion(text: string): void {
  const found = /\$(?:\w+|[({][^)}]*[)}]?)|`[^`]*`?/.exec(text)?.[0];
  if (found === undefined) return;
  throw new UsageError(`expected the line with its values, but the shell would replace: ${found.slice(0, 60)}`);
}
