import { findInvisible } from '../diagnosis/invisibleCharacter.ts';
import type { Problem } from '../failures/valueProblems.ts';
import { checkLine } from './values.ts';

/**
 * Checks that a text is an absolute http or https URL which reads as it is parsed: the parser takes `\` for `/`, leaves
 * out white space, and goes to what follows an `@`. Whether its address may be called is decided when it is, by
 * `isCallable` in rules/callbacks.
 */
export function checkHttpUrl(text: string): Problem | undefined {
  const problem = checkLine(text, 1, 2048) ?? findInvisible(text);
  if (problem) return problem;
  if (/\s/.test(text)) return { code: 'urlWhiteSpace' };
  if (text.includes('\\')) return { code: 'urlBackslash' };
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return { code: 'httpUrl' };
  if (authority.includes('@')) return { code: 'urlUser' };
  if (text.includes('#')) return { code: 'urlFragment' };
  if (authority !== '' && URL.canParse(text)) return undefined;
  return { code: isPortWrong(authority) ? 'urlPort' : 'urlHost' };
}

function isPortWrong(authority: string): boolean {
  const port = /:([^:\]]*)$/.exec(authority)?.[1];
  return port !== undefined && !URL.canParse(`http://host:${port}`);
}

/**
 * Returns a URL in the form in which it is called: a non-ASCII host in Punycode, an IP address in its usual notation,
 * other characters percent-encoded. The `/` that stands for a missing path is left out, as it was.
 */
export function urlToCall(text: string): string {
  const href = URL.canParse(text) ? new URL(text).href : text;
  return href === `${text}/` ? text : href;
}

export function checkAvatar(text: string): Problem | undefined {
  return text === '' ? undefined : checkHttpUrl(text);
}
