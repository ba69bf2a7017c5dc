import { finding, remedies } from './finding.ts';
import { asIs, likely, type Pair, type Pairs, rare, right, type Way, wrong } from './way.ts';

/** Returns the ways to choose what is signed: whether sign itself, and what becomes of empty values. */
export function selections(pairs: Pairs): Way<Pairs, Pairs>[][] {
  return [signWays(pairs), emptyWays(pairs)];
}

function signWays(pairs: Pairs): Way<Pairs, Pairs>[] {
  const sentSign = pairs.find(({ name }) => name === 'sign')?.value;
  return [
    right((all) => all.filter(isNotSign)),
    ...(sentSign ? includeSign(sentSign, 'with the value that is given here among the parameters') : []),
    ...includeSign('', 'with an empty value'),
  ];
}

/** Puts sign in its place by the order, or last, as "sort, sign, append" does when it is done twice. */
function includeSign(value: string, how: string): Way<Pairs, Pairs>[] {
  const mistake = finding('SIGN_PARAMETER_INCLUDED', `The signed string contains sign, ${how}. ${remedies.exclude}`);
  const sign = { name: 'sign', value };
  return [
    wrong(mistake, likely, (pairs) => pairs.map((pair) => (isNotSign(pair) ? pair : sign))),
    wrong(mistake, likely, (pairs) => [...pairs.filter(isNotSign), sign]),
  ];
}

function emptyWays(pairs: Pairs): Way<Pairs, Pairs>[] {
  const signed = pairs.filter(isNotSign);
  const hasEmpty = signed.some(({ value }) => value === '');
  const hasZero = signed.some(({ value }) => value === '0');
  return [
    right(asIs),
    ...(hasEmpty ? [wrong(dropped, likely, (all: Pairs) => all.filter(isKept)), ...emptyWritings] : []),
    ...(hasZero
      ? [wrong(droppedZero, likely, (all: Pairs) => all.filter((pair) => isKept(pair) && pair.value !== '0'))]
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

/** The bare name, and the words that languages make of nothing when they turn it into text. */
const emptyWritings: Way<Pairs, Pairs>[] = [
  wrong(bare, rare, (all) => all.map((pair) => (isKept(pair) ? pair : { ...pair, bare: true }))),
  ...['null', 'None', 'undefined', 'nil'].map((word) =>
    wrong(writtenAs(word), rare, (all: Pairs) => all.map((pair) => (isKept(pair) ? pair : { ...pair, value: word }))),
  ),
];

function writtenAs(word: string) {
  const did = `Parameters that were sent with an empty value were signed with the word ${word} as their value.`;
  return finding('UNEXPLAINED', `${did} Sign them as name=, or neither send nor sign them.`);
}

function isNotSign({ name }: Pair): boolean {
  return name !== 'sign';
}

/** Says whether the value is not empty. An empty sign is another question. */
function isKept({ name, value }: Pair): boolean {
  return value !== '' || name === 'sign';
}
