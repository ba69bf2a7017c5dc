import { finding, say } from './finding.ts';
import type { FindingTextCode } from './findingTexts.ts';
import { asIs, likely, type Pair, type Pairs, rare, right, type Way, wrong } from './way.ts';

/** Returns the ways to choose what is signed: whether sign itself, and what becomes of empty values. */
export function selections(pairs: Pairs): Way<Pairs, Pairs>[][] {
  return [signWays(pairs), emptyWays(pairs)];
}

function signWays(pairs: Pairs): Way<Pairs, Pairs>[] {
  const sentSign = pairs.find(({ name }) => name === 'sign')?.value;
  return [
    right((all) => all.filter(isNotSign)),
    ...(sentSign ? includeSign(sentSign, 'SIGN_SIGNED_AS_GIVEN') : []),
    ...includeSign('', 'SIGN_SIGNED_EMPTY'),
  ];
}

/** Puts sign in its place by the order, or last, as "sort, sign, append" does when it is done twice. */
function includeSign(value: string, did: FindingTextCode): Way<Pairs, Pairs>[] {
  const mistake = finding('SIGN_PARAMETER_INCLUDED', did, 'DO_EXCLUDE_SIGN');
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

const dropped = finding('EMPTY_VALUES_DROPPED', 'EMPTY_LEFT_OUT');
const droppedZero = finding('EMPTY_VALUES_DROPPED', 'ZERO_LEFT_OUT');
const bare = finding('EMPTY_VALUES_DROPPED', 'EMPTY_AS_BARE_NAME');

/** The bare name, and the words that languages make of nothing when they turn it into text. */
const emptyWritings: Way<Pairs, Pairs>[] = [
  wrong(bare, rare, (all) => all.map((pair) => (isKept(pair) ? pair : { ...pair, bare: true }))),
  ...['null', 'None', 'undefined', 'nil'].map((word) =>
    wrong(finding('UNEXPLAINED', say('EMPTY_AS_WORD', { word })), rare, (all: Pairs) =>
      all.map((pair) => (isKept(pair) ? pair : { ...pair, value: word })),
    ),
  ),
];

function isNotSign({ name }: Pair): boolean {
  return name !== 'sign';
}

/** Says whether the value is not empty. An empty sign is another question. */
function isKept({ name, value }: Pair): boolean {
  return value !== '' || name === 'sign';
}
