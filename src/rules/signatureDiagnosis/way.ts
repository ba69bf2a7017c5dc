import type { Finding } from './finding.ts';

export interface Pair {
  name: string;
  value: string;
  /** Written without its `=`. */
  bare?: boolean;
}

/** A string in the making: `text` comes into being when the pairs are joined. */
export interface Draft {
  pairs: readonly Pair[];
  text: string;
}

/** One answer to one question of signing. The right one has no mistake; several drafts are spellings of one answer. */
export interface Way {
  mistake?: Finding;
  /** Seldom made: tried alone or with one other mistake, not with several. */
  isRare?: boolean;
  apply(draft: Draft): Iterable<Draft>;
}

/** How unlikely a mistake is: a search goes from the likely to the unlikely. */
export function unlikelihood({ mistake, isRare = false }: Pick<Way, 'mistake' | 'isRare'>): number {
  if (!mistake) return 0;
  return isRare ? 2 : 1;
}

export const asIs: Way = { apply: (draft) => [draft] };

export function onPairs(change: (pairs: readonly Pair[]) => readonly Pair[]): Way['apply'] {
  return ({ pairs, text }) => [{ pairs: change(pairs), text }];
}

export function onText(change: (text: string) => string): Way['apply'] {
  return ({ pairs, text }) => [{ pairs, text: change(text) }];
}

export function join(pairs: readonly Pair[], between: string, equals = '='): string {
  return pairs.map(({ name, value, bare }) => (bare ? name : `${name}${equals}${value}`)).join(between);
}
