import { timingSafeEqual } from 'node:crypto';
import { canonicalString, type Parameters } from '../../signing/canonicalString.ts';
import { acceptedSpellings, describeEncoding, findEncoding } from '../../signing/formEncodings.ts';
import { describeDifference } from './describeDifference.ts';
import { type DigestMaker, digestMakers, type KnownSecrets } from './digests.ts';
import { trailingNewline } from './endings.ts';
import { finding, type Finding } from './finding.ts';
import { describeUnreadable, type PresentedSignature, readSignature } from './presentedSignature.ts';
import { type SignedString, signedStrings, type StringsBy, strangelyOrderedStrings } from './signedStrings.ts';
import type { Pairs } from './way.ts';
import { openBudget, type WorkBudget } from './workBudget.ts';

/** Three likely mistakes, or a rare and a likely one, or a strange one. */
const mostUnlikely = 3;

/**
 * A diagnosis is made while others wait for this process. Measured on a busy core, a search in vain
 * takes 5 to 10 ms for /baseinfo, 20 to 35 ms for /goods with a long title, and with 8 KiB of text or 100 parameters
 * some 50 ms, what the budgets do not count included; twice as long when the process has just started.
 */
const searchNs = 25_000_000;
const orderNs = 4_000_000;
/** The budget for finding how a given string came about; no digests are made. */
const nameNs = 4_000_000;
/** The cost of a digest, without that of its text. */
const digestNs = 2500;
const digestCharacterNs = 1;

/**
 * How the signature came about, by the likeliest mistakes; or how the string came about that the developer says was
 * signed; or that nothing explains it. `pairs` are in the order sent, each name once. `url` is the address that was called.
 */
export function explainSignature(
  sign: string,
  signedString: string | undefined,
  pairs: Pairs,
  secrets: KnownSecrets,
  url?: string,
): Finding[] {
  const presented = readSignature(sign);
  const stringsBy = signedStrings(pairs, mostUnlikely, url);
  const makers = digestMakers(secrets, parametersOf(pairs)).toSorted((a, b) => a.unlikely - b.unlikely);
  if (signedString !== undefined)
    return explainWith(signedString, presented ?? describeUnreadable(sign), pairs, stringsBy, makers);
  if (!presented) return [describeUnreadable(sign)];
  const { found, isComplete } = search(pairs, stringsBy, presented, makers);
  return found ?? [isComplete ? noSecret : searchEnded, ...presented.mistakes, ...presented.remarks];
}

/** The string is named even if the signature is not explained by it. */
function explainWith(
  signedString: string,
  presented: PresentedSignature | Finding,
  pairs: Pairs,
  stringsBy: StringsBy,
  makers: readonly DigestMaker[],
): Finding[] {
  const named = nameString(signedString, pairs, stringsBy);
  if ('code' in presented) return [...named.mistakes, presented];

  const made = findMaker(signedString, presented, makers);
  if (made) return explain({ ...named, mistakes: named.mistakes.map(confirm) }, made, presented, canonicalOf(pairs));

  const withNewline = ['\n', '\r\n'].some((end) => findMaker(signedString + end, presented, makers));
  if (withNewline) return [...named.mistakes, trailingNewline, ...presented.mistakes, ...presented.remarks];

  const { found } = search(pairs, stringsBy, presented, makers);
  if (found) return found.some(({ code }) => code === 'MATCHES_CANONICAL') ? found : [...found, otherString];

  const wrongSecret = named.mistakes.length > 0 ? wrongSecretToo : onlyWrongSecret;
  return [...named.mistakes, wrongSecret, ...presented.mistakes, ...presented.remarks];
}

function confirm({ code, message }: Finding): Finding {
  return { code, message: `${message} The signature was indeed made of this string with a known secret.` };
}

const askForSecret =
  'Ask whether the server uses the newest secret of this very plugin, all 32 characters of it and no white space; reset it if in doubt.';
const noSecret = finding(
  'UNEXPLAINED',
  `No known secret explains the signature, with none of the usual mistakes. Either the secret is wrong or what was signed is not what was sent. ${askForSecret} Then ask for the exact string that was signed, or for the URL that is called: it may have been signed too.`,
);
const searchEnded = finding(
  'UNEXPLAINED',
  `No known secret explains the signature. The parameters are so many or so long that not every combination of mistakes could be tried. ${askForSecret} Then try with shorter values, or ask for the exact string that was signed.`,
);
const onlyWrongSecret = finding(
  'UNEXPLAINED',
  `The signed string is right, but no known secret explains the signature: the secret or the algorithm is wrong. ${askForSecret}`,
);
const wrongSecretToo = finding(
  'UNEXPLAINED',
  `Besides what is wrong with the signed string, no known secret explains the signature as made of it. Correct the string first. ${askForSecret}`,
);
const otherString = finding(
  'UNEXPLAINED',
  'The signature was not made of the signed string that is given here, but of the parameters in the way that the other findings say. Ask where that string was taken from.',
);

function explain(string: SignedString, made: DigestMaker, presented: PresentedSignature, canonical: string): Finding[] {
  const all = [...string.mistakes, ...made.mistakes, ...presented.mistakes];
  const remarks = [...made.remarks, ...presented.remarks];
  if (string.mistakes.length > 0) return [...all, ...remarks];
  if (string.text !== canonical) return [matchesOtherEncoding(string.text, canonical), ...all, ...remarks];
  return all.length > 0 ? [...all, ...remarks] : [matchesCanonical, ...remarks];
}

const notLookedAt = 'Whether the access token or the order exists is not looked at here.';
const matchesCanonical = finding(
  'MATCHES_CANONICAL',
  `The signature is right: it is the HMAC of the canonical string. ${notLookedAt}`,
);

function matchesOtherEncoding(text: string, canonical: string): Finding {
  const encoding = findEncoding(canonical, text);
  const which = encoding === undefined ? '' : `, ${describeEncoding(encoding)}`;
  const did = `The signed string is the canonical one in another URL-encoding${which}.`;
  return finding('MATCHES_OTHER_ENCODING', `${did} The service accepts that encoding.`);
}

/** Searches from the likeliest mistakes, in string and digest together. */
function search(
  pairs: Pairs,
  stringsBy: StringsBy,
  presented: PresentedSignature,
  makers: readonly DigestMaker[],
): { found?: Finding[]; isComplete: boolean } {
  const canonical = canonicalOf(pairs);
  const match = (
    strings: Iterable<SignedString>,
    chosen: readonly DigestMaker[],
    budget: WorkBudget,
  ): Finding[] | undefined => {
    for (const string of chosen.length === 0 ? [] : strings) {
      const made = findMaker(string.text, presented, chosen, budget);
      if (made) return explain(string, made, presented, canonical);
      if (budget.isSpent()) return undefined;
    }
    return undefined;
  };

  const rightMakers = makers.filter(({ mistakes }) => mistakes.length === 0);
  // Whatever the service accepts is looked at in any case.
  const accepted = match(acceptedStrings(canonical), rightMakers, openBudget(Infinity));
  if (accepted) return { found: accepted, isComplete: true };

  const makersBy = (inDigest: number) => makers.filter(({ unlikely }) => unlikely === inDigest);
  const budget = openBudget(searchNs);
  for (let unlikely = 1; unlikely <= mostUnlikely; unlikely++) {
    for (let inString = unlikely; inString >= 0; inString--) {
      const found = match(stringsBy(inString, budget), makersBy(unlikely - inString), budget);
      if (found) return { found, isComplete: true };
    }
  }
  const orderBudget = openBudget(orderNs);
  const found = match(strangelyOrderedStrings(pairs, orderBudget), rightMakers, orderBudget);
  return found ? { found, isComplete: true } : { isComplete: !budget.isSpent() };
}

/** The simplest maker that makes the presented bytes of the text; compared in constant time. */
function findMaker(
  text: string,
  { digest }: PresentedSignature,
  makers: readonly DigestMaker[],
  budget?: WorkBudget,
): DigestMaker | undefined {
  budget?.spend(makers.length * (digestNs + text.length * digestCharacterNs));
  return makers.find(({ apply }) => timingSafeEqual(apply(text), digest));
}

/** The mistakes in the string that the developer says was signed, whatever secret was used. */
function nameString(signedString: string, pairs: Pairs, stringsBy: StringsBy): SignedString {
  const known = findString(signedString, pairs, stringsBy);
  return known ?? { text: signedString, mistakes: describeDifference(signedString, pairs) };
}

function findString(signedString: string, pairs: Pairs, stringsBy: StringsBy): SignedString | undefined {
  if (findEncoding(canonicalOf(pairs), signedString)) return { text: signedString, mistakes: [] };
  const budget = openBudget(nameNs);
  for (let unlikely = 1; unlikely <= mostUnlikely; unlikely++) {
    for (const string of stringsBy(unlikely, budget)) {
      if (string.text === signedString) return string;
    }
  }
  return undefined;
}

function* acceptedStrings(canonical: string): Generator<SignedString> {
  for (const { text } of acceptedSpellings(canonical)) yield { text: text.toString('latin1'), mistakes: [] };
}

function canonicalOf(pairs: Pairs): string {
  return canonicalString(parametersOf(pairs));
}

function parametersOf(pairs: Pairs): Parameters {
  return new Map(pairs.map(({ name, value }) => [name, value]));
}
