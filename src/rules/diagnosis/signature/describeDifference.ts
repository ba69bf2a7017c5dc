import { compareBytes, encode } from '../../signing/canonicalString.ts';
import { addressSigned, trailingNewline } from './endings.ts';
import { finding, type Finding, remedies } from './finding.ts';
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
  return [
    finding(
      'UNEXPLAINED',
      `The signed string is not the canonical string. Compare the two from the left. ${remedies.join}`,
    ),
  ];
}

function describeWhole(text: string): Finding | undefined {
  if (text === '') return finding('UNEXPLAINED', `An empty string was signed. ${remedies.join}`);
  if (isJson(text)) {
    return jsonSigned;
  }
  if (/^(https?:\/|\/|(GET|POST)\b)/i.test(text)) {
    return addressSigned;
  }
  if (!text.includes('=')) {
    return finding('UNEXPLAINED', `The signed string has no name=value pairs. ${remedies.join}`);
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

  if (names.has('sign'))
    found.push(finding('SIGN_PARAMETER_INCLUDED', `The signed string contains sign. ${remedies.exclude}`));
  const omitted = [...sent].filter(([name]) => name !== 'sign' && !names.has(name));
  const empty = omitted.filter(([, value]) => value === '');
  const filled = omitted.filter(([, value]) => value !== '');
  if (empty.length > 0) {
    const message = 'Parameters with an empty value were sent, but left out of the signed string. Sign them as name=.';
    found.push(finding('EMPTY_VALUES_DROPPED', message));
  }
  if (filled.length > 0) found.push(omission(filled.map(([name]) => name)));
  if ([...names].some((name) => name !== 'sign' && !sent.has(name))) {
    const message =
      'The signed string has a parameter that is not among those sent. Send what is signed, and sign what is sent.';
    found.push(finding('UNEXPLAINED', message));
  }
  const order = signed.map(({ name }) => name).filter((name) => name !== 'sign');
  const ordered = order.every((name, at) => at === 0 || compareBytes(order[at - 1]!, name) <= 0);
  if (!ordered)
    found.push(finding('NOT_SORTED', `The parameters are not sorted in the signed string. ${remedies.sort}`));
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
    return isBare
      ? finding(
          'VALUES_NOT_ENCODED',
          `Values are not, or not fully, URL-encoded in the signed string. ${remedies.encode}`,
        )
      : undefined;
  }
  if (written === value && encode(value) !== value) {
    return finding('VALUES_NOT_ENCODED', `Values are not URL-encoded in the signed string. ${remedies.encode}`);
  }
  if (decode(decode(written)) === value) {
    return finding('DOUBLE_ENCODED', `Values are URL-encoded twice in the signed string. ${remedies.encode}`);
  }
  if (name === 'timestamp') {
    const message =
      'The timestamp in the signed string is not the one that was sent. Read the clock once and use that for both.';
    return finding('UNEXPLAINED', message);
  }
  return finding(
    'UNEXPLAINED',
    `A value in the signed string is not the one that was sent. Compare the values with those of the request.`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
