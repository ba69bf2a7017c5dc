import { finding, quoteName, remedies, type Finding } from './finding.ts';
import { asIs, onPairs, type Pair, type Way } from './way.ts';

/** With more parameters, leaving out each in turn would take too long. */
const mostLeftOut = 20;

/** Which parameters are signed: whether sign itself, whether empty values, whether one is left out or differs. */
export function selections(pairs: readonly Pair[]): Way[][] {
  return [signWays(pairs), emptyWays(pairs), omissions(pairs)];
}

function signWays(pairs: readonly Pair[]): Way[] {
  const given = pairs.find(({ name }) => name === 'sign')?.value;
  return [
    { apply: keepOnly(({ name }) => name !== 'sign') },
    ...(given ? includeSign(given, 'with the value that is given here among the parameters') : []),
    ...includeSign('', 'with an empty value'),
  ];
}

/** In its place by the order, or last: "sort, sign, append" done twice. */
function includeSign(value: string, how: string): Way[] {
  const mistake = finding('SIGN_PARAMETER_INCLUDED', `The signed string contains sign, ${how}. ${remedies.exclude}`);
  const sign = { name: 'sign', value };
  return [
    { mistake, apply: onPairs((pairs) => pairs.map((pair) => (pair.name === 'sign' ? sign : pair))) },
    { mistake, apply: onPairs((pairs) => [...pairs.filter(({ name }) => name !== 'sign'), sign]) },
  ];
}

function emptyWays(pairs: readonly Pair[]): Way[] {
  const signed = pairs.filter(({ name }) => name !== 'sign');
  const hasEmpty = signed.some(({ value }) => value === '');
  const hasZero = signed.some(({ value }) => value === '0');
  return [
    asIs,
    ...(hasEmpty ? [{ mistake: dropped, apply: keepOnly(({ name, value }) => value !== '' || name === 'sign') }] : []),
    ...(hasEmpty ? [{ mistake: bare, isRare: true, apply: onPairs((all) => all.map(withoutEquals)) }] : []),
    ...(hasZero ? [{ mistake: droppedZero, apply: keepOnly(({ value }) => value !== '' && value !== '0') }] : []),
  ];
}

const dropped = finding(
  'EMPTY_VALUES_DROPPED',
  'Parameters with an empty value were sent, but left out of the signed string. Sign them as name=, or do not send them.',
);
const droppedZero = finding(
  'EMPTY_VALUES_DROPPED',
  'Parameters with the value 0 were sent, but left out of the signed string together with empty ones, as a filter for empty values does. Sign everything that is sent.',
);
const bare = finding(
  'EMPTY_VALUES_DROPPED',
  'Parameters with an empty value were signed as the bare name. Keep the equals sign: name=.',
);

function omissions(pairs: readonly Pair[]): Way[] {
  // Empty ones are another question.
  const names = pairs.filter(({ name, value }) => name !== 'sign' && value !== '').map(({ name }) => name);
  return [
    asIs,
    ...(names.length > mostLeftOut ? [] : names).map((omitted) => ({
      mistake: omission(omitted),
      isRare: true,
      apply: keepOnly(({ name }) => name !== omitted),
    })),
    ...otherTimestamps(pairs.find(({ name }) => name === 'timestamp')?.value ?? ''),
  ];
}

export function omission(name: string): Finding {
  return finding(
    'PARAMETER_MISSING',
    `The parameter ${quoteName(name)} was sent, but is not in the signed string. Sign every parameter except sign.`,
  );
}

function otherTimestamps(sent: string): Way[] {
  const sentMilliseconds = finding(
    'TIMESTAMP_IN_MILLISECONDS',
    'The timestamp was signed in seconds, but sent in milliseconds. Send the one that was signed.',
  );
  const readTwice = finding(
    'UNEXPLAINED',
    'The timestamp that was signed is a second or two off the one that was sent: the clock was read twice. Read it once and use that for both.',
  );
  if (/^\d{13}$/.test(sent)) return [{ mistake: sentMilliseconds, apply: stamp(sent.slice(0, 10)) }];
  if (!/^\d{10}$/.test(sent)) return [];
  return [-1, 1, -2, 2].map((seconds) => ({
    mistake: readTwice,
    isRare: true,
    apply: stamp(String(Number(sent) + seconds)),
  }));
}

function stamp(value: string): Way['apply'] {
  return onPairs((pairs) => pairs.map((pair) => (pair.name === 'timestamp' ? { ...pair, value } : pair)));
}

function keepOnly(isKept: (pair: Pair) => boolean): Way['apply'] {
  return onPairs((pairs) => pairs.filter(isKept));
}

function withoutEquals(pair: Pair): Pair {
  return pair.value === '' ? { ...pair, bare: true } : pair;
}
