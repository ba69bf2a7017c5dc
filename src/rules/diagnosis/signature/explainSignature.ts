import { timingSafeEqual } from 'node:crypto';
import { canonicalString } from '../../signing/canonicalString.ts';
import { acceptedSpellings, describeEncoding, findEncoding } from '../../signing/formEncodings.ts';
import { describeDifference } from './describeDifference.ts';
import { type DigestWay, digestWays, type KnownSecrets } from './digests.ts';
import { trailingNewline } from './endings.ts';
import { finding, type Finding } from './finding.ts';
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
  const { found, isComplete } = search(presented, question);
  return found ?? [isComplete ? noSecret : searchEnded, ...presented.mistakes, ...presented.remarks];
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

function confirm({ code, message }: Finding): Finding {
  return { code, message: `${message} The signature was indeed made of this string with a known secret.` };
}

const askForSecret =
  'Ask whether the server uses the newest secret of this very plugin, all 32 characters of it and no white space; ' +
  'reset it if in doubt.';
const noSecret = finding(
  'UNEXPLAINED',
  'No known secret explains the signature, with none of the usual mistakes. Either the secret is wrong or what was ' +
    `signed is not what was sent. ${askForSecret} Then ask for the exact string that was signed, or for the URL that ` +
    'is called: it may have been signed too.',
);
const searchEnded = finding(
  'UNEXPLAINED',
  'No known secret explains the signature. The parameters are so many or so long that not every combination of ' +
    `mistakes could be tried. ${askForSecret} Then try with shorter values, or ask for the exact string that was signed.`,
);
const onlyWrongSecret = finding(
  'UNEXPLAINED',
  'The signed string is right, but no known secret explains the signature: the secret or the algorithm is wrong. ' +
    askForSecret,
);
const wrongSecretToo = finding(
  'UNEXPLAINED',
  'Besides what is wrong with the signed string, no known secret explains the signature as made of it. Correct the ' +
    `string first. ${askForSecret}`,
);
const otherString = finding(
  'UNEXPLAINED',
  'The signature was not made of the signed string that is given here, but of the parameters in the way that the ' +
    'other findings say. Ask where that string was taken from.',
);

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

const matchesCanonical = finding(
  'MATCHES_CANONICAL',
  'The signature is right: it is the HMAC of the canonical string. Whether the access token or the order exists is ' +
    'not looked at here.',
);

function matchesOtherEncoding(text: string, canonical: string): Finding {
  const encoding = findEncoding(canonical, text);
  const which = encoding === undefined ? '' : `, ${describeEncoding(encoding)}`;
  const did = `The signed string is the canonical one in another URL-encoding${which}.`;
  return finding('MATCHES_OTHER_ENCODING', `${did} The service accepts that encoding.`);
}

/** Searches from the likeliest mistakes, in string and digest together. */
function search(presented: PresentedSignature, question: Question): { found?: Finding[]; isComplete: boolean } {
  const rightDigests = question.digests.filter(({ mistakes }) => mistakes.length === 0);
  // Everything that the service accepts is always tried.
  for (const spelling of acceptedSpellings(question.canonical)) {
    const text = spelling.text.toString('latin1');
    const digest = findDigest(text, presented, rightDigests);
    if (digest) return { found: explain({ text, mistakes: [] }, digest, presented, question), isComplete: true };
  }

  const digestsBy = [0, likely, rare, strange].map((left) => question.digests.filter((way) => way.unlikely === left));
  const budget = { leftNs: searchNs };
  for (const unlikely of [likely, rare, strange]) {
    for (const { result: text, mistakes, left } of signedStrings(question.steps, unlikely, budget)) {
      const digests = digestsBy[left]!;
      budget.leftNs -= digests.length * (digestNs + text.length);
      const digest = findDigest(text, presented, digests);
      if (digest) return { found: explain({ text, mistakes }, digest, presented, question), isComplete: true };
      if (budget.leftNs < 0) return { isComplete: false };
    }
  }
  return { isComplete: budget.leftNs >= 0 };
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
