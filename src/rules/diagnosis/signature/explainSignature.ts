import { timingSafeEqual } from 'node:crypto';
import type { Sentence } from '../../phrases/sentence.ts';
import { canonicalString } from '../../signing/canonicalString.ts';
import { acceptedSpellings, describeEncoding, findEncoding, type FormEncoding } from '../../signing/formEncodings.ts';
import { describeDifference } from './describeDifference.ts';
import { type DigestWay, digestWays, type KnownSecrets } from './digests.ts';
import { trailingNewline } from './endings.ts';
import { finding, type Finding, say } from './finding.ts';
import { describeUnreadable, type PresentedSignature, readSignature } from './presentedSignature.ts';
import { type SigningSteps, signedStrings, signingSteps } from './signedStrings.ts';
import { likely, type Pairs, rare, strange } from './way.ts';

/**
 * The work that a search may do. Other requests wait while a diagnosis is made. Measured on a busy machine, a search
 * that finds nothing takes 5 to 30 ms for /baseinfo and 55 to 70 ms for /goods with a long title.
 */
const searchNs = 25_000_000;
/** The work that may be done to find how a given string came about. No digests are made. */
const nameNs = 4_000_000;
/** The cost of a digest, without that of its text. */
const digestNs = 2500;

/** A string that was signed, and the mistakes in it. */
interface SignedString {
  text: string;
  mistakes: readonly Finding[];
}

/** The parameters that the developer sent, and all ways in which a signature may have been made of them. */
interface Question {
  pairs: Pairs;
  canonical: string;
  steps: SigningSteps;
  digests: readonly DigestWay[];
}

/**
 * Explains how the signature came about, by the likeliest mistakes, or how the string came about that the developer says
 * was signed. `pairs` are in the order sent, each name once. `url` is the address that was called.
 */
export function explainSignature(
  sign: string,
  signedString: string | undefined,
  pairs: Pairs,
  secrets: KnownSecrets,
  url?: string,
): Finding[] {
  const parameters = new Map(pairs.map(({ name, value }) => [name, value]));
  const question = {
    pairs,
    canonical: canonicalString(parameters),
    steps: signingSteps(pairs, url),
    digests: digestWays(secrets, parameters).toSorted((a, b) => a.unlikely - b.unlikely),
  };
  const presented = readSignature(sign);
  if (signedString !== undefined) return explainWith(signedString, presented ?? describeUnreadable(sign), question);
  if (!presented) return [describeUnreadable(sign)];
  const { found, hasTriedUsual } = search(presented, question);
  return found ?? [hasTriedUsual ? noSecret : searchEnded, ...presented.mistakes, ...presented.remarks];
}

/** Describes the given string even if the signature was not made of it. */
function explainWith(signedString: string, presented: PresentedSignature | Finding, question: Question): Finding[] {
  const named = nameString(signedString, question);
  if ('code' in presented) return [...named.mistakes, presented];

  const digest = findDigest(signedString, presented, question.digests);
  if (digest) return explain({ ...named, mistakes: named.mistakes.map(confirm) }, digest, presented, question);

  const withNewline = ['\n', '\r\n'].some((end) => findDigest(signedString + end, presented, question.digests));
  if (withNewline) return [...named.mistakes, trailingNewline, ...presented.mistakes, ...presented.remarks];

  const { found } = search(presented, question);
  if (found) return found.some(({ code }) => code === 'MATCHES_CANONICAL') ? found : [...found, otherString];

  const wrongSecret = named.mistakes.length > 0 ? wrongSecretToo : onlyWrongSecret;
  return [...named.mistakes, wrongSecret, ...presented.mistakes, ...presented.remarks];
}

function confirm({ code, sentences }: Finding): Finding {
  return finding(code, ...sentences, 'CONFIRMED');
}

const noSecret = finding('UNEXPLAINED', 'NO_SECRET_EXPLAINS', 'DO_ASK_FOR_SECRET', 'THEN_ASK_FOR_STRING');
const searchEnded = finding('UNEXPLAINED', 'NOT_ALL_TRIED', 'DO_ASK_FOR_SECRET', 'THEN_TRY_SHORTER');
const onlyWrongSecret = finding('UNEXPLAINED', 'ONLY_SECRET_WRONG', 'DO_ASK_FOR_SECRET');
const wrongSecretToo = finding('UNEXPLAINED', 'SECRET_WRONG_TOO', 'DO_ASK_FOR_SECRET');
const otherString = finding('UNEXPLAINED', 'OTHER_STRING_SIGNED');

function explain(
  { text, mistakes }: SignedString,
  digest: DigestWay,
  presented: PresentedSignature,
  { canonical }: Question,
): Finding[] {
  const all = [...mistakes, ...digest.mistakes, ...presented.mistakes];
  const remarks = [...(digest.remarks ?? []), ...presented.remarks];
  if (mistakes.length > 0) return [...all, ...remarks];
  if (text !== canonical) return [matchesOtherEncoding(text, canonical), ...all, ...remarks];
  return all.length > 0 ? [...all, ...remarks] : [matchesCanonical, ...remarks];
}

const matchesCanonical = finding('MATCHES_CANONICAL', 'MATCHES', 'TOKEN_NOT_CHECKED');

function matchesOtherEncoding(text: string, canonical: string): Finding {
  const encoding = findEncoding(canonical, text);
  return finding('MATCHES_OTHER_ENCODING', encoding ? sayEncoding(encoding) : 'OTHER_ENCODING');
}

function sayEncoding(encoding: FormEncoding): Sentence {
  const { library, space, bare } = encoding;
  if (library !== undefined) return say('OTHER_ENCODING_OF_LIBRARY', { library });
  return say('OTHER_ENCODING_WITH', { which: describeEncoding(encoding), space, bare });
}

/**
 * Searches from the likeliest mistakes, in string and digest together. The usual ones are a rare one, or two that are
 * likely. They are all tried, unless parameters are many or long; of what is more unlikely, there is often too much.
 */
function search(presented: PresentedSignature, question: Question): { found?: Finding[]; hasTriedUsual: boolean } {
  const rightDigests = question.digests.filter(({ mistakes }) => mistakes.length === 0);
  // Everything that the service accepts is always tried.
  for (const spelling of acceptedSpellings(question.canonical)) {
    const text = spelling.text.toString('latin1');
    const digest = findDigest(text, presented, rightDigests);
    if (digest) return { found: explain({ text, mistakes: [] }, digest, presented, question), hasTriedUsual: true };
  }

  const digestsBy = [0, likely, rare, strange].map((left) => question.digests.filter((way) => way.unlikely === left));
  const budget = { leftNs: searchNs };
  for (const unlikely of [likely, rare, strange]) {
    for (const { result: text, mistakes, left } of signedStrings(question.steps, unlikely, budget)) {
      const digests = digestsBy[left]!;
      budget.leftNs -= digests.length * (digestNs + text.length);
      const digest = findDigest(text, presented, digests);
      if (digest) return { found: explain({ text, mistakes }, digest, presented, question), hasTriedUsual: true };
      if (budget.leftNs < 0) break;
    }
    if (budget.leftNs < 0) return { hasTriedUsual: unlikely === strange };
  }
  return { hasTriedUsual: true };
}

/** Finds the likeliest way that makes the presented bytes of the text. Compares in constant time. */
function findDigest(text: string, presented: PresentedSignature, digests: readonly DigestWay[]): DigestWay | undefined {
  return digests.find(({ apply }) => timingSafeEqual(apply(text), presented.digest));
}

/** Finds the mistakes in the string that the developer says was signed, whatever secret was used. */
function nameString(signedString: string, { pairs, canonical, steps }: Question): SignedString {
  if (findEncoding(canonical, signedString)) return { text: signedString, mistakes: [] };
  const budget = { leftNs: nameNs };
  for (const unlikely of [likely, rare, strange]) {
    for (const { result, mistakes, left } of signedStrings(steps, unlikely, budget)) {
      if (left === 0 && result === signedString) return { text: result, mistakes };
    }
  }
  return { text: signedString, mistakes: describeDifference(signedString, pairs) };
}
