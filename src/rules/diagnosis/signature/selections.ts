import { finding, remedies } from './finding.ts';
import { asIs, likely, type Pair, type Pairs, rare, right, type Way, wrong } from './way.ts';

/** Which parameters are signed: whether sign itself, and what becomes of empty values. */
export function selections(pairs: Pairs): Way<Pairs, Pairs>[][] {
  return [signWays(pairs), emptyWays(pairs)];
}

function signWays(pairs: Pairs): Way<Pairs, Pairs>[] {
  const given = pairs.find(({ name }) => name === 'sign')?.value;
  return [
    right(keepOnly(({ name }) => name !== 'sign')),
    ...(given ? includeSign(given, 'with the value that is given here among the parameters') : []),
    ...includeSign('', 'with an empty value'),
  ];
}

/** Puts sign in its place by the order, or last, as "sort, sign, append" does when it is done twice. */
function includeSign(value: string, how: string): Way<Pairs, Pairs>[] {
  const mistake = finding('SIGN_PARAMETER_INCLUDED', `The signed string contains sign, ${how}. ${remedies.exclude}`);
  const sign = { name: 'sign', value };
  return [
    wrong(mistake, likely, (pairs) => pairs.map((pair) => (pair.name === 'sign' ? sign : pair))),
    wrong(mistake, likely, (pairs) => [...pairs.filter(({ name }) => name !== 'sign'), sign]),
  ];
}

function emptyWays(pairs: Pairs): Way<Pairs, Pairs>[] {
  const signed = pairs.filter(({ name }) => name !== 'sign');
  const hasEmpty = signed.some(({ value }) => value === '');
  const hasZero = signed.some(({ value }) => value === '0');
  return [
    right(asIs),
    ...(hasEmpty
      ? [
          wrong(
            dropped,
            likely,
            keepOnly(({ name, value }) => value !== '' || name === 'sign'),
          ),
          wrong(bare, rare, (all: Pairs) => all.map(withoutEquals)),
          ...emptyWords.map((word) => wrong(writtenAs(word), rare, (all: Pairs) => all.map(fillWith(word)))),
        ]
      : []),
    ...(hasZero
      ? [
          wrong(
            droppedZero,
            likely,
            keepOnly(({ value }) => value !== '' && value !== '0'),
          ),
        ]
      : []),
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

/** The words that languages make of nothing when they turn it into text. */
const emptyWords = ['null', 'None', 'undefined', 'nil'];

function writtenAs(word: string) {
  const did = `Parameters that were sent with an empty value were signed with the word ${word} as their value.`;
  return finding('UNEXPLAINED', `${did} Sign them as name=, or neither send nor sign them.`);
}

function fillWith(word: string): (pair: Pair) => Pair {
  return (pair) => (pair.value === '' && pair.name !== 'sign' ? { ...pair, value: word } : pair);
}

function withoutEquals(pair: Pair): Pair {
  return pair.value === '' ? { ...pair, bare: true } : pair;
}

function keepOnly(isKept: (pair: Pair) => boolean): (pairs: Pairs) => Pairs {
  return (pairs) => pairs.filter(isKept);
}
