import type { Finding } from './finding.ts';
import { omissions } from './omissions.ts';
import { orders } from './orders.ts';
import { selections } from './selections.ts';
import type { Pairs, Way } from './way.ts';

/** Which pairs are signed, in which order. */
export interface Arrangement {
  pairs: Pairs;
  mistakes: readonly Finding[];
  unlikely: number;
}

/** Returns the arrangements that are at most so unlikely, of pairs in the order sent. */
export function arrangements(pairs: Pairs, mostUnlikely: number): Arrangement[] {
  const all = withSign(pairs);
  const questions = [orders(all), ...selections(pairs), omissions(pairs)];
  return questions.reduce<Arrangement[]>(
    (before, ways) => before.flatMap((arrangement) => extend(arrangement, ways, mostUnlikely)),
    [{ pairs: all, mistakes: [], unlikely: 0 }],
  );
}

/** The sign parameter takes part in the ordering, so that a way of including it finds it in its place. */
function withSign(pairs: Pairs): Pairs {
  return pairs.some(({ name }) => name === 'sign') ? pairs : [...pairs, { name: 'sign', value: '' }];
}

function extend(before: Arrangement, ways: readonly Way<Pairs, Pairs>[], mostUnlikely: number): Arrangement[] {
  return ways
    .filter(({ unlikely }) => before.unlikely + unlikely <= mostUnlikely)
    .map(({ mistakes, unlikely, apply }) => ({
      pairs: apply(before.pairs),
      mistakes: [...before.mistakes, ...mistakes],
      unlikely: before.unlikely + unlikely,
    }));
}
