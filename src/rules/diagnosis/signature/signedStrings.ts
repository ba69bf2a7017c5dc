import { normalizations } from './encodings.ts';
import { endings } from './endings.ts';
import { jsonSigned, jsonTexts } from './jsonTexts.ts';
import { omissions } from './omissions.ts';
import { orders } from './orders.ts';
import { selections } from './selections.ts';
import { follow, type Made, type Pairs, rare, type Way } from './way.ts';
import { writings } from './writings.ts';

/** The steps in which a program makes the string, each with the ways to do it. */
export interface SigningSteps {
  /** The parameters in the order sent, with `sign`, so that a way that includes it finds it in its place. */
  pairs: Pairs;
  arrange: readonly (readonly Way<Pairs, Pairs>[])[];
  write: readonly Way<Pairs, string>[];
  end: readonly Way<string, string>[];
}

/** The work that a search may still do, in nanoseconds as measured on a slow core. No clock is read. */
export interface WorkBudget {
  leftNs: number;
}

/** `pairs` are in the order sent, each name once. `url` is the address that was called: it may have been signed, too. */
export function signingSteps(sent: Pairs, url?: string): SigningSteps {
  const pairs = sent.some(({ name }) => name === 'sign') ? sent : [...sent, { name: 'sign', value: '' }];
  return {
    pairs,
    arrange: [orders(pairs), ...selections(sent), omissions(sent), normalizations(sent)],
    write: writings(sent),
    end: endings(sent, url),
  };
}

/** Makes every string whose mistakes are at most so unlikely together. Ends early when the budget is spent. */
export function* signedStrings(steps: SigningSteps, mostUnlikely: number, budget: WorkBudget): Generator<Made<string>> {
  const start = { result: steps.pairs, mistakes: [], left: mostUnlikely };
  const arranged = steps.arrange.reduce<Made<Pairs>[]>(
    (before, ways) => before.flatMap((made) => [...follow(made, ways)]),
    [start],
  );
  for (const arrangement of arranged) {
    for (const written of follow(arrangement, steps.write)) {
      budget.leftNs -= stringNs + characterNs * written.result.length;
      yield* follow(written, steps.end);
      if (budget.leftNs < 0) return;
    }
  }
  if (mostUnlikely < rare) return;
  for (const result of jsonTexts(steps.pairs)) yield { result, mistakes: [jsonSigned], left: mostUnlikely - rare };
}

const stringNs = 2000;
const characterNs = 5;
