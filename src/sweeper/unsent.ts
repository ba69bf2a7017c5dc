import type { AttemptResult } from '../store/finishAttempt.ts';

/** The result of an attempt that never got to its POST. */
export function unsent(error: string): AttemptResult {
  return {
    outcome: 'CONNECTION_FAILED',
    httpStatus: null,
    responseBody: null,
    responseTruncated: false,
    error,
    hint: null,
    durationMs: null,
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    remoteAddress: null,
  };
}
