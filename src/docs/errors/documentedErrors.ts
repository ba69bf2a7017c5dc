import { failureOf } from '../../http/refusalMessages.ts';
import { because } from '../../rules/failures/conflicts.ts';
import { Refusal, type RefusalCode } from '../../rules/failures/refusal.ts';
import type { Language, Problem } from '../../rules/failures/valueProblems.ts';
import { largestBodyBytes, mostParameters } from '../../rules/parameters/requestLimits.ts';
import { accessTokenLength } from '../../rules/values/values.ts';
import { exampleCanonicalString, exampleTime } from '../exampleCall.ts';

/** The codes of the errors that developers can meet. UNAVAILABLE is every fault of the service itself. */
export type DocumentedCode = Exclude<RefusalCode, 'NOT_FOUND' | 'CONFLICT'> | 'UNAVAILABLE';

export interface DocumentedError {
  code: DocumentedCode;
  status: number;
  /** True: the answer has the header Retry-After. */
  hasRetryAfter: boolean;
  /** The body of an answer with this error, with values of an example. */
  body: { message: string; errors?: Record<string, string[]> };
}

/** The place where an error is met: by any request to the path of an endpoint, or by requests to the endpoints that name it. */
type Reach = 'everyEndpoint' | 'namedEndpoints';

const reaches: Record<DocumentedCode, Reach> = {
  MALFORMED_REQUEST: 'everyEndpoint',
  MALFORMED_TARGET: 'everyEndpoint',
  MALFORMED_QUERY: 'everyEndpoint',
  MALFORMED_BODY: 'everyEndpoint',
  MISSING_BOUNDARY: 'everyEndpoint',
  MALFORMED_COMPRESSION: 'everyEndpoint',
  ORDER_NOT_FOUND: 'namedEndpoints',
  ATTEMPT_NOT_FOUND: 'namedEndpoints',
  GOODS_NOT_FOUND: 'namedEndpoints',
  SANDBOX_CONFLICT: 'namedEndpoints',
  SIGNATURE_WRONG: 'everyEndpoint',
  ACCESS_TOKEN_UNKNOWN: 'namedEndpoints',
  TIMESTAMP_EXPIRED: 'everyEndpoint',
  PLUGIN_NOT_FOUND: 'everyEndpoint',
  PATH_NOT_FOUND: 'namedEndpoints',
  METHOD_NOT_ALLOWED: 'everyEndpoint',
  REQUEST_TIMEOUT: 'everyEndpoint',
  BODY_TOO_LARGE: 'everyEndpoint',
  TOO_MANY_PARAMETERS: 'everyEndpoint',
  UNSUPPORTED_MEDIA_TYPE: 'everyEndpoint',
  UNSUPPORTED_CHARSET: 'everyEndpoint',
  UNSUPPORTED_CONTENT_ENCODING: 'everyEndpoint',
  EXPECTATION_FAILED: 'everyEndpoint',
  INVALID_PARAMETERS: 'everyEndpoint',
  RATE_LIMITED: 'everyEndpoint',
  BUSY: 'everyEndpoint',
  TOO_MANY_FAILURES: 'everyEndpoint',
  TOO_MANY_CONNECTIONS: 'everyEndpoint',
  SANDBOX_FULL: 'namedEndpoints',
  HEADERS_TOO_LARGE: 'everyEndpoint',
  UNAVAILABLE: 'everyEndpoint',
  REQUEST_OVERDUE: 'everyEndpoint',
};

export const documentedCodes = Object.keys(reaches) as DocumentedCode[];

/** Returns the errors of an endpoint that names these refusals as its own, by their statuses. */
export function errorsOfEndpoint(own: readonly RefusalCode[], language: Language): Map<number, DocumentedError[]> {
  const codes = documentedCodes.filter(
    (code) => reaches[code] === 'everyEndpoint' || own.some((named) => named === code),
  );
  const byStatus = new Map<number, DocumentedError[]>();
  for (const error of codes.map((code) => documentedError(code, language))) {
    byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  }
  return byStatus;
}

/** Returns the answer of the service to a request that meets this error. */
export function documentedError(code: DocumentedCode, language: Language): DocumentedError {
  const failure = failureOf(
    code === 'UNAVAILABLE'
      ? new Error('any fault of the service')
      : new Refusal(code, { facts: facts[code] ?? {}, fields: fields[code] ?? [] }),
    language,
  );
  return { code, status: failure.status, hasRetryAfter: 'retryAfterSeconds' in failure, body: failure.body };
}

/** The facts of an example, for the messages that have some. */
const facts: Partial<Record<DocumentedCode, Record<string, string | number>>> = {
  MALFORMED_BODY: { mediaType: 'application/json' },
  BODY_TOO_LARGE: { max: largestBodyBytes },
  TOO_MANY_PARAMETERS: { max: mostParameters },
  METHOD_NOT_ALLOWED: { allow: 'GET, HEAD' },
  TIMESTAMP_EXPIRED: { toleranceSeconds: 600, serverTime: exampleTime.toISOString() },
  RATE_LIMITED: { retryAfterSeconds: 1 },
  BUSY: { retryAfterSeconds: 1 },
  TOO_MANY_FAILURES: { retryAfterSeconds: 6 },
  SANDBOX_CONFLICT: because('SOLD_OUT').facts,
  SANDBOX_FULL: { most: 200, what: 'users', retryAfterSeconds: 60 },
  TOO_MANY_CONNECTIONS: { limit: 'address', retryAfterSeconds: 1 },
};

const fields: Partial<Record<DocumentedCode, [string, Problem[]][]>> = {
  INVALID_PARAMETERS: [
    ['access_token', [{ code: 'exactLength', length: accessTokenLength }]],
    ['timestamp', [{ code: 'unixSeconds' }]],
  ],
  SIGNATURE_WRONG: [['sign', [{ code: 'signedString', canonicalString: exampleCanonicalString }]]],
  ACCESS_TOKEN_UNKNOWN: [['access_token', [{ code: 'unknownAccessToken' }]]],
  ATTEMPT_NOT_FOUND: [['attempt', [{ code: 'unknownAttempt' }]]],
  GOODS_NOT_FOUND: [['goods_id', [{ code: 'unknownGoods' }]]],
  ORDER_NOT_FOUND: [['out_order_id', [{ code: 'unknownOrder' }]]],
};
