import { compareBytes, encode } from '../../signing/canonicalString.ts';
import { addressSigned, trailingNewline } from './endings.ts';
import { finding, type Finding } from './finding.ts';
import { jsonSigned } from './jsonTexts.ts';
import { omission } from './omissions.ts';
import type { Pair } from './way.ts';

/** The limit of values in the findings: more would not help anyone. */
const mostValues = 5;

/** Describes how a signed string differs from the canonical one, when no short list of mistakes explains it. */
export function describeDifference(signedString: string, pairs: readonly Pair[]): Finding[] {
  const trimmed = signedString.trim();
  const whole = describeWhole(trimmed);
  if (whole) return [whole];

  const ending = /[\r\n]$/.test(signedString) ? [trailingNewline] : [];
  const found = [...describePairs(trimmed, pairs), ...ending];
  if (found.length > 0) return found;
  return [finding('UNEXPLAINED', 'STRING_OTHER', 'DO_JOIN')];
}

function describeWhole(text: string): Finding | undefined {
  if (text === '') return finding('UNEXPLAINED', 'STRING_EMPTY', 'DO_JOIN');
  if (isJson(text)) {
    return jsonSigned;
  }
  if (/^(https?:\/|\/|(GET|POST)\b)/i.test(text)) {
    return addressSigned;
  }
  if (!text.includes('=')) {
    return finding('UNEXPLAINED', 'STRING_WITHOUT_PAIRS', 'DO_JOIN');
  }
  return undefined;
}

function isJson(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function describePairs(text: string, pairs: readonly Pair[]): Finding[] {
  const signed = readPairs(text);
  const sent = new Map(pairs.map(({ name, value }) => [name, value]));
  const names = new Set(signed.map(({ name }) => name));
  const found: Finding[] = [];

  if (names.has('sign')) found.push(finding('SIGN_PARAMETER_INCLUDED', 'SIGN_SIGNED', 'DO_EXCLUDE_SIGN'));
  const omitted = [...sent].filter(([name]) => name !== 'sign' && !names.has(name));
  const empty = omitted.filter(([, value]) => value === '');
  const filled = omitted.filter(([, value]) => value !== '');
  if (empty.length > 0) found.push(finding('EMPTY_VALUES_DROPPED', 'EMPTY_LEFT_OUT'));
  if (filled.length > 0) found.push(omission(filled.map(([name]) => name)));
  if ([...names].some((name) => name !== 'sign' && !sent.has(name))) {
    found.push(finding('UNEXPLAINED', 'ANOTHER_SIGNED'));
  }
  const order = signed.map(({ name }) => name).filter((name) => name !== 'sign');
  const ordered = order.every((name, at) => at === 0 || compareBytes(order[at - 1]!, name) <= 0);
  if (!ordered) found.push(finding('NOT_SORTED', 'ORDER_UNKNOWN', 'DO_SORT'));
  return [...found, ...describeValues(signed, sent)];
}

interface SignedPair {
  name: string;
  /** The text in the signed string. */
  written: string;
}

function readPairs(text: string): SignedPair[] {
  return text.split('&').map((part) => {
    const at = part.indexOf('=');
    return { name: decode(at < 0 ? part : part.slice(0, at)), written: at < 0 ? '' : part.slice(at + 1) };
  });
}

function describeValues(signed: readonly SignedPair[], sent: ReadonlyMap<string, string>): Finding[] {
  const found = new Map<string, Finding>();
  for (const { name, written } of signed) {
    const value = sent.get(name);
    if (value === undefined || name === 'sign') continue;
    const problem = describeValue(name, written, value);
    if (problem) found.set(problem.message, problem);
  }
  return [...found.values()].slice(0, mostValues);
}

function describeValue(name: string, written: string, value: string): Finding | undefined {
  if (decode(written) === value) {
    const isBare = /[^A-Za-z0-9\-_.~*!'()%+]/.test(written);
    return isBare ? finding('VALUES_NOT_ENCODED', 'VALUES_NOT_FULLY_ENCODED', 'DO_ENCODE') : undefined;
  }
  if (written === value && encode(value) !== value) {
    return finding('VALUES_NOT_ENCODED', 'VALUES_BARE', 'DO_ENCODE');
  }
  if (decode(decode(written)) === value) {
    return finding('DOUBLE_ENCODED', 'VALUES_TWICE_IN_STRING', 'DO_ENCODE');
  }
  return finding('UNEXPLAINED', name === 'timestamp' ? 'TIMESTAMP_NOT_THE_SENT' : 'VALUE_NOT_THE_SENT');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
