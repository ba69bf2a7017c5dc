import { timingSafeEqual } from 'node:crypto';
import { canonicalString } from '../canonicalString.ts';
import { describeDifference } from './describeDifference.ts';
import { type DigestMaker, digestMakers, type KnownSecrets } from './digests.ts';
import { finding, type Finding } from './finding.ts';
import { describeUnreadable, type PresentedSignature, readSignature } from './presentedSignature.ts';
import { type SignedString, signedStrings, strangelyOrderedStrings } from './signedStrings.ts';
import { trailingNewline } from './spellings.ts';
import type { Pair } from './way.ts';
import { openBudget, type WorkBudget } from './workBudget.ts';

/**
 * A diagnosis is made while others wait for this process. Together, these are about a tenth of a second: some thousands
 * of digests of short strings, or some tens of long ones.
 */
const searchWork = 6_000_000;
const orderWork = 3_000_000;
/** To find how a given string came about; no digests are made. */
const nameWork = 3_000_000;
/** Of a digest, besides its text. */
const digestWork = 1500;
/** Three likely mistakes, or a rare and a likely one; then whatever the work allows. */
const mustTry = 3;
const mayTry = 5;

/**
 * How the signature came about, by the likeliest mistakes; or how the string came about that the developer says was
 * signed; or that nothing explains it. `pairs` are in the order sent, each name once.
 */
export function explainSignature(
  sign: string,
  signedString: string | undefined,
  pairs: readonly Pair[],
  secrets: KnownSecrets,
): Finding[] {
  const presented = readSignature(sign);
  const makers = digestMakers(secrets).toSorted((a, b) => a.unlikely - b.unlikely);
  if (signedString !== undefined)
    return explainWith(signedString, presented ?? describeUnreadable(sign), pairs, makers);
  if (!presented) return [describeUnreadable(sign)];
  const { found, isComplete } = search(pairs, presented, makers);
  return found ?? [isComplete ? noSecret : searchEnded, ...presented.mistakes, ...presented.remarks];
}

/** The string is named even if the signature is not explained by it. */
function explainWith(
  signedString: string,
  presented: PresentedSignature | Finding,
  pairs: readonly Pair[],
  makers: readonly DigestMaker[],
): Finding[] {
  const named = nameString(signedString, pairs);
  if ('code' in presented) return [...named.mistakes, presented];

  const made = findMaker(signedString, presented, makers);
  if (made) return explain({ ...named, mistakes: named.mistakes.map(confirm) }, made, presented);

  const withNewline = ['\n', '\r\n'].some((end) => findMaker(signedString + end, presented, makers));
  if (withNewline) return [...named.mistakes, trailingNewline, ...presented.mistakes, ...presented.remarks];

  const { found } = search(pairs, presented, makers);
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
  `No known secret explains the signature, with none of the usual mistakes. Either the secret is wrong or what was signed is not what was sent. ${askForSecret} Then ask for the exact string that was signed.`,
);
const searchEnded = finding(
  'UNEXPLAINED',
  `No known secret explains the signature. The parameters are so long that not all mistakes could be tried. ${askForSecret} Then try with shorter values, or ask for the exact string that was signed.`,
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

interface NamedString extends SignedString {
  isCanonical: boolean;
}

function explain(string: NamedString, made: DigestMaker, presented: PresentedSignature): Finding[] {
  const all = [...string.mistakes, ...made.mistakes, ...presented.mistakes];
  const remarks = [...made.remarks, ...presented.remarks];
  if (string.mistakes.length > 0) return [...all, ...remarks];
  if (!string.isCanonical) return [matchesOtherEncoding, ...all, ...remarks];
  return all.length > 0 ? [...all, ...remarks] : [matchesCanonical, ...remarks];
}

const notLookedAt = 'Whether the access token or the order exists is not looked at here.';
const matchesCanonical = finding(
  'MATCHES_CANONICAL',
  `The signature is right: it is the HMAC of the canonical string. ${notLookedAt}`,
);
const matchesOtherEncoding = finding(
  'MATCHES_OTHER_ENCODING',
  'The signed string is the canonical one in another standard URL-encoding (such as %20 for a space). The service accepts that encoding.',
);

/** By the likeliest mistakes in string and digest together. */
function search(
  pairs: readonly Pair[],
  presented: PresentedSignature,
  makers: readonly DigestMaker[],
): { found?: Finding[]; isComplete: boolean } {
  const canonical = canonicalOf(pairs);
  const seen = new Set<string>();
  const match = (strings: Iterable<SignedString>, inDigest: number, budget: WorkBudget): Finding[] | undefined => {
    const chosen = makers.filter(({ unlikely }) => unlikely === inDigest);
    if (chosen.length === 0) return undefined;
    for (const string of strings) {
      const key = `${inDigest} ${string.text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const made = findMaker(string.text, presented, chosen, budget);
      if (made) return explain({ ...string, isCanonical: string.text === canonical }, made, presented);
      // Whatever the service accepts is looked at in any case.
      if (budget.isSpent() && inDigest + string.mistakes.length > 0) return undefined;
    }
    return undefined;
  };

  const budget = openBudget(searchWork);
  for (let unlikely = 0; unlikely <= mayTry; unlikely++) {
    for (let inString = 0; inString <= unlikely; inString++) {
      const found = match(signedStrings(pairs, inString, budget), unlikely - inString, budget);
      if (found) return { found, isComplete: true };
    }
    if (unlikely === mustTry) {
      const orderBudget = openBudget(orderWork);
      const found = match(strangelyOrderedStrings(pairs, orderBudget), 0, orderBudget);
      if (found) return { found, isComplete: true };
    }
    if (budget.isSpent()) return { isComplete: unlikely > mustTry };
  }
  return { isComplete: true };
}

/** The simplest maker that makes the presented bytes of the text; compared in constant time. */
function findMaker(
  text: string,
  { digest }: PresentedSignature,
  makers: readonly DigestMaker[],
  budget?: WorkBudget,
): DigestMaker | undefined {
  budget?.spend(makers.length * (text.length + digestWork));
  return makers.find(({ make }) => timingSafeEqual(make(text), digest));
}

/** The mistakes in the string that the developer says was signed, whatever secret was used. */
function nameString(signedString: string, pairs: readonly Pair[]): NamedString {
  const budget = openBudget(nameWork);
  const canonical = canonicalOf(pairs);
  for (let unlikely = 0; unlikely <= mayTry; unlikely++) {
    for (const string of signedStrings(pairs, unlikely, budget)) {
      if (string.text === signedString) return { ...string, isCanonical: signedString === canonical };
    }
  }
  return { text: signedString, mistakes: describeDifference(signedString, pairs), isCanonical: false };
}

function canonicalOf(pairs: readonly Pair[]): string {
  return canonicalString(new Map(pairs.map(({ name, value }) => [name, value])));
}
