import { type Arrangement, arrangements } from './arrangements.ts';
import { endings } from './endings.ts';
import type { Finding } from './finding.ts';
import { jsonSigned, jsonTexts } from './jsonTexts.ts';
import { everyOrder } from './orders.ts';
import { asIs, type Pairs, rare, right, type Way } from './way.ts';
import type { WorkBudget } from './workBudget.ts';
import { writings } from './writings.ts';

/** A string that the developer may have signed, and the mistakes that led to it: none, for the accepted ones. */
export interface SignedString {
  text: string;
  mistakes: readonly Finding[];
}

/** The strings that come of mistakes of exactly this unlikelihood. Ends early when the budget is spent. */
export type StringsBy = (unlikely: number, budget: WorkBudget) => Iterable<SignedString>;

/**
 * Signing is a series of questions - which parameters, which order, which encoding, which joining - and each has one
 * right answer and several wrong ones. The pairs are in the order sent, each name once. `url` is the address that was
 * called, if it is known: it may have been signed, too.
 */
export function signedStrings(pairs: Pairs, mostUnlikely: number, url?: string): StringsBy {
  const arranged = groupByUnlikelihood(arrangements(pairs, mostUnlikely));
  const written = groupByUnlikelihood(writings(pairs, mostUnlikely));
  const ended = groupByUnlikelihood(endings(pairs, url));

  return function* stringsBy(unlikely, budget) {
    if (unlikely === rare) yield* asJson(pairs, budget);
    // What is wrong with the parameters has most of the codes, so it comes first.
    for (const [ofArrangement, ways] of [...arranged.entries()].toReversed()) {
      const left = unlikely - ofArrangement;
      for (const arrangement of left < 0 ? [] : ways) {
        for (const [ofWriting, writtenWays] of written.entries()) {
          yield* combine(arrangement, writtenWays, ended[left - ofWriting] ?? [], budget);
          if (budget.isSpent()) return;
        }
      }
    }
  };
}

/** The strings in every possible order, when there are few parameters; with values encoded or, of very few, not. */
export function* strangelyOrderedStrings(pairs: Pairs, budget: WorkBudget): Generator<SignedString> {
  const [encoded = [], raw = []] = groupByUnlikelihood(writings(pairs, 1));
  const orders = everyOrder(pairs);
  const written = [...encoded.slice(0, 1), ...(orders.length > mostOrdersOfRaw ? [] : raw.slice(0, 1))];
  for (const { mistakes, unlikely, apply } of orders) {
    yield* combine({ mistakes, unlikely, pairs: apply(pairs) }, written, [right(asIs)], budget);
    if (budget.isSpent()) return;
  }
}

/** The number of orders of five parameters. */
const mostOrdersOfRaw = 120;

function* combine(
  { pairs, mistakes }: Arrangement,
  written: readonly Way<Pairs, string>[],
  ended: readonly Way<string, string>[],
  budget: WorkBudget,
): Generator<SignedString> {
  if (ended.length === 0) return;
  for (const writing of written) {
    const text = writing.apply(pairs);
    budget.spend(writingNs + pairs.length * pairNs + text.length * characterNs);
    for (const ending of ended) {
      budget.spend(writingNs + text.length * (ending.unlikely === 0 ? 0 : endedCharacterNs));
      yield {
        text: ending.apply(text),
        mistakes: [...mistakes, ...writing.mistakes, ...ending.mistakes],
      };
      if (budget.isSpent()) return;
    }
  }
}

const writingNs = 500;
const pairNs = 150;
const characterNs = 2;
/** The whole may be encoded once more. */
const endedCharacterNs = 5;

function* asJson(pairs: Pairs, budget: WorkBudget): Generator<SignedString> {
  for (const text of jsonTexts(pairs)) {
    budget.spend(writingNs + pairs.length * pairNs + text.length * characterNs);
    if (budget.isSpent()) return;
    yield { text, mistakes: [jsonSigned] };
  }
}

function groupByUnlikelihood<Ranked extends { unlikely: number }>(all: readonly Ranked[]): Ranked[][] {
  const groups: Ranked[][] = [];
  for (const one of all) (groups[one.unlikely] ??= []).push(one);
  return Array.from(groups, (group) => group ?? []);
}
