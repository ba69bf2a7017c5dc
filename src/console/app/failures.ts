import type { CombinedError } from 'urql';

/** The longest wait that is accepted from the service, in milliseconds. A proxy in front of it may request an hour. */
const longestAskedMs = 300_000;

/** Says whether the answer did not come in time. */
export function isLate({ networkError }: CombinedError): boolean {
  return networkError?.name === 'TimeoutError';
}

/** Says whether no whole answer came: the service was not reached, or its answer broke off. */
export function isUnreached({ networkError, response }: CombinedError): boolean {
  const { ok = true } = (response ?? {}) as Partial<Response>;
  return networkError !== undefined && ok;
}

/** Says whether nobody is signed in any more, or somebody else is. The page then shows something else, without a message. */
export function isOfOtherSession(error: CombinedError): boolean {
  return isSignedOut(error) || hasCode(error, 'OTHER_SESSION');
}

/** Says whether nobody is signed in any more. */
export function isSignedOut(error: CombinedError): boolean {
  return statusOf(error) === 401 || hasCode(error, 'UNAUTHENTICATED');
}

/** Says whether the service refused with this code. */
export function hasCode({ graphQLErrors }: CombinedError, code: string): boolean {
  return graphQLErrors.some(({ extensions }) => extensions['code'] === code);
}

/** Says whether the list does not have the place that the address names. */
export function isUnknownPlace({ graphQLErrors }: CombinedError): boolean {
  return graphQLErrors.some(({ extensions }) =>
    ((extensions['phrases'] ?? []) as { code: string }[]).some(({ code }) => code === 'VALUE_CURSOR'),
  );
}

/** Says whether the same request can succeed later: nothing came back, or the service has too much to do, or failed. */
export function isPassing(error: CombinedError): boolean {
  const status = statusOf(error);
  if (isUnreached(error) || status === 429 || status >= 500) return true;
  return error.graphQLErrors.some(({ extensions }) => passingCodes.has(String(extensions['code'])));
}

const passingCodes = new Set(['SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL_SERVER_ERROR']);

/**
 * Returns the wait that the service requested by `Retry-After`, in milliseconds; 0: none. A date, which the service never
 * sends, is none.
 */
export function askedWaitMs({ response }: Pick<CombinedError, 'response'>): number {
  const retryAfter = (response as Response | undefined)?.headers.get('retry-after') ?? null;
  const asked = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0;
  return Math.min(asked, longestAskedMs);
}

/** Says whether the service did nothing, since it has too much to do, and may be asked again after `askedWaitMs`. */
export function isRefusedForNow(error: CombinedError): boolean {
  return [429, 503].includes(statusOf(error)) && askedWaitMs(error) > 0;
}

function statusOf({ response }: CombinedError): number {
  return (response as Response | undefined)?.status ?? 0;
}
