import type { Sentence } from '../../phrases/sentence.ts';
import { finding, type Finding, quoteName, say } from './finding.ts';
import { asIs, likely, type Pairs, rare, right, type Way, wrong } from './way.ts';

/** The number of parameters up to which each is left out in turn. With more it takes too long. */
const mostLeftOut = 20;
/** The limit of names in a message: more would not help anyone. */
const mostNamed = 8;

/** Returns the ways to leave out parameters that were sent, or to sign another timestamp. */
export function omissions(pairs: Pairs): Way<Pairs, Pairs>[] {
  // Empty ones are another question.
  const names = pairs.filter(({ name, value }) => name !== 'sign' && value !== '').map(({ name }) => name);
  return [
    right(asIs),
    ...omittedSets(names).map((omitted) =>
      wrong(omission(omitted), rare, (all: Pairs) => all.filter(({ name }) => !omitted.includes(name))),
    ),
    ...otherTimestamps(pairs.find(({ name }) => name === 'timestamp')?.value ?? ''),
  ];
}

export function omission(names: readonly string[]): Finding {
  return finding('PARAMETER_MISSING', sayLeftOut(names), 'DO_SIGN_EVERYTHING');
}

function sayLeftOut(names: readonly string[]): Sentence {
  const quoted = names.slice(0, mostNamed).map(quoteName);
  if (quoted.length === 1) return say('ONE_LEFT_OUT', { name: quoted[0]! });
  const listed = quoted.join(', ');
  if (names.length <= mostNamed) return say('SEVERAL_LEFT_OUT', { names: listed });
  return say('MANY_LEFT_OUT', { names: listed, count: String(names.length - mostNamed) });
}

/** The parameters of nearly every endpoint, which programs sign or add apart from the rest. */
const credentials = ['plugin_id', 'timestamp', 'access_token'];

/**
 * Returns each name alone, each set of credentials, and everything but the credentials. Never returns all that was
 * sent.
 */
function omittedSets(names: readonly string[]): string[][] {
  const alone = names.length > mostLeftOut ? [] : names.map((name) => [name]);
  const particular = names.filter((name) => !credentials.includes(name));
  const sets = [...subsets(names.filter((name) => credentials.includes(name))), particular];
  return [...alone, ...sets.filter(({ length }) => length > 1)].filter(({ length }) => length < names.length);
}

function subsets(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

function otherTimestamps(sent: string): Way<Pairs, Pairs>[] {
  if (/^\d{13}$/.test(sent)) return [wrong(sentMilliseconds, likely, stamp(sent.slice(0, 10)))];
  if (!/^\d{10}$/.test(sent)) return [];
  return [-1, 1, -2, 2].map((seconds) => wrong(readTwice, rare, stamp(String(Number(sent) + seconds))));
}

const sentMilliseconds = finding('TIMESTAMP_IN_MILLISECONDS', 'TIMESTAMP_SIGNED_IN_SECONDS');
const readTwice = finding('UNEXPLAINED', 'CLOCK_READ_TWICE');

function stamp(value: string): (pairs: Pairs) => Pairs {
  return (pairs) => pairs.map((pair) => (pair.name === 'timestamp' ? { ...pair, value } : pair));
}
