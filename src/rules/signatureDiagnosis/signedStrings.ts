import { acceptedCanonicalStrings, canonicalString } from '../canonicalString.ts';
import type { Finding } from './finding.ts';
import { everyOrder, orders } from './orders.ts';
import { selections } from './selections.ts';
import { encodings, endings, joinings } from './spellings.ts';
import { type Draft, type Pair, unlikelihood, type Way } from './way.ts';
import type { WorkBudget } from './workBudget.ts';

/** A string that the developer may have signed, and the mistakes that led to it: none, for the accepted ones. */
export interface SignedString {
  text: string;
  mistakes: readonly Finding[];
}

/**
 * The strings that come of mistakes of exactly this unlikelihood with the parameters (in the order sent, each name once).
 * Signing is a series of questions - which order, which parameters, which encoding - and each has one right answer and
 * several wrong ones. Ends early when the budget is spent.
 */
export function* signedStrings(pairs: readonly Pair[], unlikely: number, budget: WorkBudget): Generator<SignedString> {
  if (unlikely === 0) {
    const canonical = canonicalString(new Map(pairs.map(({ name, value }) => [name, value])));
    for (const text of acceptedCanonicalStrings(canonical)) yield { text, mistakes: [] };
    return;
  }
  const { all, questions } = prepare(pairs);
  yield* answerAll(all, questions, unlikely, budget);
}

interface Prepared {
  all: readonly Pair[];
  questions: Way[][];
}

/** A search asks for the strings of the same pairs many times. */
const prepared = new WeakMap<readonly Pair[], Prepared>();

function prepare(pairs: readonly Pair[]): Prepared {
  const known = prepared.get(pairs);
  if (known) return known;
  const made = {
    all: withSign(pairs),
    questions: [orders(pairs), ...selections(pairs), encodings(pairs), joinings, endings],
  };
  prepared.set(pairs, made);
  return made;
}

/** Of encoding and spelling one pair and one character, which takes longer than handling the result. */
const pairWork = 600;
const encodingWork = 25;

/** The strings in every possible order, when there are few parameters, with values encoded or not. */
export function* strangelyOrderedStrings(pairs: readonly Pair[], budget: WorkBudget): Generator<SignedString> {
  const questions = [everyOrder(pairs), encodings(pairs).slice(0, 2), joinings.slice(0, 1)];
  for (const unlikely of [1, 2]) {
    yield* answerAll(pairs, questions, unlikely, budget);
  }
}

/** The sign parameter takes part in the ordering, so that a way of including it finds it in its place. */
function withSign(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.some(({ name }) => name === 'sign') ? pairs : [...pairs, { name: 'sign', value: '' }];
}

function* answerAll(
  pairs: readonly Pair[],
  questions: readonly (readonly Way[])[],
  unlikely: number,
  budget: WorkBudget,
): Generator<SignedString> {
  const length = pairs.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  for (const ways of choose(questions, unlikely)) {
    const made = ways.flatMap(({ mistake }) => mistake ?? []);
    budget.spend(500 + pairs.length * pairWork + length * encodingWork);
    for (const { text } of follow(ways, { pairs, text: '' })) {
      budget.spend(text.length + 500);
      yield { text, mistakes: made };
      if (budget.isSpent()) return;
    }
    if (budget.isSpent()) return;
  }
}

/** Every choice of one way a question of exactly this unlikelihood. */
function* choose(questions: readonly (readonly Way[])[], unlikely: number): Generator<Way[]> {
  const [question, ...others] = questions;
  if (!question) {
    yield [];
    return;
  }
  for (const way of question) {
    const left = unlikely - unlikelihood(way);
    if (left < 0 || left > 2 * others.length) continue;
    for (const ways of choose(others, left)) yield [way, ...ways];
  }
}

function* follow(ways: readonly Way[], draft: Draft): Generator<Draft> {
  const [way, ...others] = ways;
  if (!way) {
    yield draft;
    return;
  }
  for (const next of way.apply(draft)) yield* follow(others, next);
}
