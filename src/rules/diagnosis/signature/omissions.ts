import { finding, type Finding, quoteName } from './finding.ts';
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
  const quoted = names.slice(0, mostNamed).map(quoteName);
  const others = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const were =
    names.length === 1
      ? `The parameter ${quoted[0]} was sent, but is not in the signed string.`
      : `The parameters ${quoted.join(', ')}${others} were sent, but are not in the signed string.`;
  return finding('PARAMETER_MISSING', `${were} Sign every parameter except sign.`);
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

const sentMilliseconds = finding(
  'TIMESTAMP_IN_MILLISECONDS',
  'The timestamp was signed in seconds, but sent in milliseconds. Send the one that was signed.',
);
const readTwice = finding(
  'UNEXPLAINED',
  'The timestamp that was signed is a second or two off the one that was sent: the clock was read twice. Read it once and use that for both.',
);

function stamp(value: string): (pairs: Pairs) => Pairs {
  return (pairs) => pairs.map((pair) => (pair.name === 'timestamp' ? { ...pair, value } : pair));
}
