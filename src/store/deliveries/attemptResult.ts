import type { AttemptOutcome } from '../../rules/callbacks/judgeResponse.ts';

/** The URL in the rows of attempts that a developer's listener makes. */
export const listenerUrl = 'sandbox:listener';

/** The result of an attempt. The facts of steps that it did not reach are null. */
export interface AttemptResult {
  outcome: Exclude<AttemptOutcome, 'STARTED'>;
  httpStatus: number | null;
  responseBody: Uint8Array<ArrayBuffer> | null;
  responseTruncated: boolean;
  error: string | null;
  hint: string | null;
  durationMs: number | null;
  dnsMs: number | null;
  connectMs: number | null;
  firstByteMs: number | null;
  remoteAddress: string | null;
}

/** The results that an attempt can have. */
export const attemptResults = Object.keys({
  ACKNOWLEDGED: true,
  UNEXPECTED_STATUS: true,
  UNEXPECTED_BODY: true,
  REDIRECTED: true,
  TIMED_OUT: true,
  CONNECTION_FAILED: true,
  TLS_FAILED: true,
  ADDRESS_REFUSED: true,
  ABANDONED: true,
} satisfies Record<AttemptResult['outcome'], true>);

/** The part of the response in the result of an attempt that got none. */
export const noResponse = {
  httpStatus: null,
  responseBody: null,
  responseTruncated: false,
  error: null,
  hint: null,
} satisfies Partial<AttemptResult>;

/** The result of an attempt that never reached its POST, or of which nothing is known. */
export function nothingReceived(outcome: AttemptResult['outcome'], error: string): AttemptResult {
  return {
    ...noResponse,
    outcome,
    error,
    durationMs: null,
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    remoteAddress: null,
  };
}

export interface PostResult extends AttemptResult {
  /** The addresses of the host name. */
  resolvedAddresses: string[];
  /** The headers by which the answer was judged; absent without an answer. */
  contentEncoding?: string | null;
  location?: string | null;
}
