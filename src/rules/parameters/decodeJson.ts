import type { Problem } from '../failures/valueProblems.ts';
import type { SentParameter } from './decodeForm.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the members of a JSON object, numbers as they were written, or undefined when the body is not a JSON object in
 * UTF-8. A member that is not a string, a number in decimal notation or null has its problem in place of a value. A name
 * that was sent twice is returned twice.
 */
export function decodeJson(body: Buffer): SentParameter[] | undefined {
  try {
    const text = utf8.decode(body);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return readMembers(text);
  } catch {
    // Not JSON, or not UTF-8.
    return undefined;
  }
}

/**
 * Reads the members of an object that is known to be well-formed. JSON.parse alone shows neither how a number was written
 * nor that a name came twice. A parser that does took ten times as long for a body of many short members.
 */
function readMembers(text: string): SentParameter[] {
  const members: SentParameter[] = [];
  const tokens = new RegExp(token);
  let depth = 0;
  let name: string | undefined;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [written] = found;
    const first = written.charAt(0);
    if (first === '}' || first === ']') {
      depth -= 1;
      continue;
    }
    const opens = first === '{' || first === '[';
    if (depth === 1) {
      if (name === undefined) {
        name = unquote(written);
      } else {
        members.push([name, opens ? notText : valueOf(written)]);
        name = undefined;
      }
    }
    if (opens) depth += 1;
  }
  return members;
}

/** Strings, brackets, numbers and words. White space, commas and colons are between them. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,:{}[\]"]+/g;

function valueOf(written: string): string | Problem | null {
  if (written.startsWith('"')) return unquote(written);
  if (written === 'null') return null;
  return /^-?\d+(\.\d+)?$/.test(written) ? written : notText;
}

function unquote(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

const notText: Problem = { code: 'notText' };
