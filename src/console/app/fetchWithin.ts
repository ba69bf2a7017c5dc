/**
 * The times after which no answer is expected any more, in milliseconds: a connection can hang without an end. The service
 * gives up a query after 10 s. A change may test a callback URL, which takes up to three times CALLBACK_TIMEOUT_S. Whoever signs
 * out is about to leave, and must learn soon if it did not work.
 */
export const longestAnswerMs = { query: 30_000, change: 120_000, signOut: 10_000 };

/** Returns a `fetch` that fails with a TimeoutError when the answer is not complete in time. */
export function fetchWithin(longestMs: number, send: typeof fetch): typeof fetch {
  return async (url, options) => {
    const deadline = new AbortController();
    setTimeout(() => deadline.abort(new DOMException('No answer came in time.', 'TimeoutError')), longestMs);
    const signals = [deadline.signal, options?.signal].filter((signal) => signal instanceof AbortSignal);
    return send(url, { ...options, signal: AbortSignal.any(signals) });
  };
}
