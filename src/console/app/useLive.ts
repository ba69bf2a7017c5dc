import { useEffect, useRef, useState } from 'react';
import { useQuery, type AnyVariables, type TypedDocumentNode, type UseQueryState } from 'urql';
import { useConnectionState } from './connection.ts';

export type Live<Data, Variables extends AnyVariables> = UseQueryState<Data, Variables> & {
  /** When the data was last read from the service. */
  readAt: Date | null;
  /** Reads again, for a person. */
  readAgain(): void;
};

/**
 * Reads a query, and again each `everyMs` while the page is visible and the service was reached, and when it is reached
 * again. Earlier data stays meanwhile.
 */
export function useLive<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  everyMs: number,
): Live<Data, Variables> {
  const [result, execute] = useQuery<Data, Variables>({
    query,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const [readAt, setReadAt] = useState<Date | null>(null);
  const { recoveries } = useConnectionState();
  const latest = useRef(execute);
  latest.current = execute;

  useEffect(() => {
    if (result.data && !result.fetching && !result.stale && !result.error) setReadAt(new Date());
  }, [result]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      latest.current({ requestPolicy: 'network-only' });
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  useEffect(() => {
    if (recoveries > 0) latest.current({ requestPolicy: 'network-only' });
  }, [recoveries]);

  return { ...result, readAt, readAgain: () => execute({ requestPolicy: 'network-only' }) };
}
