import { useCallback, useEffect, useMemo, useState } from 'react';
import { useQuery, type AnyVariables, type CombinedError, type TypedDocumentNode, type UseQueryState } from 'urql';
import { useConnectionState } from './connection.ts';
import { askedWaitMs, isPassing } from './failures.ts';
import { failedReading, nextReadingAtMs, type EndedReading } from './nextReading.ts';
import { useVisibleSince } from './visibility.ts';

export type Live<Data, Variables extends AnyVariables> = UseQueryState<Data, Variables> & {
  /** The variables of the latest reading. */
  variables: Variables;
  /** When the data was last read from the service. */
  readAt: Date | null;
  /** True: the data is the answer to an earlier wish, and the one to this wish has not come. */
  isOutdated: boolean;
  /** Reads again, for a person: at once, whatever happened before. */
  readAgain(): void;
};

/**
 * Reads a query, and again `everyMs` after each answer, see nextReading.ts. Each page, and each part that reads by itself, has
 * its own `refreshEveryMs`. A reading begins when none is under way; only a person's, or one with other variables, takes the
 * place of an earlier one. Earlier data stays meanwhile, also when the service cannot answer for a while.
 *
 * `variablesAt` is given the time of the reading, so that a range of time moves with the readings and not between them.
 */
export function useLive<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variablesAt: (now: Date) => Variables,
  everyMs: number,
): Live<Data, Variables> {
  const [begunAt, setBegunAt] = useState(() => new Date());
  const variables = variablesAt(begunAt);
  const written = JSON.stringify(variables);
  // A new object is a new reading, for urql too.
  const reading = useMemo(() => ({ requestPolicy: 'cache-and-network' as const }), [begunAt, written]);
  const [result] = useQuery<Data, Variables>({ query, variables, context: reading });
  const { error } = result;
  const isOver = !result.fetching && !result.stale;

  const [last, setLast] = useState<(EndedReading & { reading: object }) | null>(null);
  useEffect(() => {
    if (!isOver) return;
    // What other requests change in the cache later is no reading.
    setLast((before) => (before?.reading === reading ? before : { ...endedNow(before, error), reading }));
  }, [isOver, reading, error]);

  const ended = last?.reading === reading ? last : null;
  const dueAtMs = nextReadingAtMs({ awakeSinceMs: useAwakeSince(), ended }, everyMs);
  const readAgain = useCallback(() => setBegunAt(new Date()), []);
  useEffect(() => {
    if (dueAtMs === null) return;
    const timer = setTimeout(readAgain, dueAtMs - performance.now());
    return () => clearTimeout(timer);
  }, [dueAtMs, readAgain]);

  // Whatever the time is, it is the same wish of a person.
  const wish = JSON.stringify(variablesAt(new Date(0)));
  const [kept, setKept] = useState<{ wish: string; data: Data; readAt: Date; reading: object } | null>(null);
  useEffect(() => {
    const { data } = result;
    if (!isOver || error || !data) return;
    setKept((before) => ({
      wish,
      data,
      readAt: before?.reading === reading ? before.readAt : new Date(),
      reading,
    }));
  }, [reading, isOver, error, result.data, wish]);
  const isKept = kept?.wish === wish && error !== undefined && isPassing(error);

  return {
    ...result,
    ...(isKept ? { data: kept.data } : {}),
    variables,
    readAt: kept?.readAt ?? null,
    isOutdated: result.fetching && !result.stale && result.data !== undefined && kept?.wish !== wish,
    readAgain,
  };
}

/** Returns since when it makes sense to read; null: the page is hidden, or the service is not reached. */
function useAwakeSince(): number | null {
  const visibleSinceMs = useVisibleSince();
  const { reachedSinceMs } = useConnectionState();
  return visibleSinceMs === null || reachedSinceMs === null ? null : Math.max(visibleSinceMs, reachedSinceMs);
}

function endedNow(before: EndedReading | null, error: CombinedError | undefined): EndedReading {
  const endedAtMs = performance.now();
  if (!error) return { endedAtMs, failures: 0, askedMs: 0 };
  return failedReading(before, askedWaitMs(error), endedAtMs);
}
