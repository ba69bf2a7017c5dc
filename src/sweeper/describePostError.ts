import { errors } from 'undici';
import type { AttemptResult } from '../store/finishAttempt.ts';

/** The callback host has an address that may not be called, or none at all. */
export class AddressRefused extends Error {
  constructor(hostname: string, address: string | undefined) {
    const why = address === undefined ? 'has no address' : `has the address ${address}, which may not be called`;
    super(`${hostname} ${why}`);
  }
}

/** A response began, and then broke off. */
export class BrokenResponse extends Error {
  constructor(
    readonly httpStatus: number,
    readonly received: Buffer,
    cause: unknown,
  ) {
    super('the response broke off', { cause });
  }
}

type Description = Pick<AttemptResult, 'outcome'> & Partial<AttemptResult>;

/** What an attempt that got no complete response met, in words for staff and developers. */
export function describePostError(error: unknown, isTimedOut: boolean, timeoutMs: number): Description {
  const received = error instanceof BrokenResponse ? partOf(error) : {};
  if (isTimedOut) {
    return { ...received, outcome: 'TIMED_OUT', error: `no complete response within ${timeoutMs / 1000} s` };
  }
  if (error instanceof AddressRefused) return { outcome: 'ADDRESS_REFUSED', error: error.message };

  const cause = deepestCause(error);
  const code = codeOf(cause);
  const text = printable(`${code && !cause.message.includes(code) ? `${code}: ` : ''}${cause.message}`);
  if (isTlsFailure(code)) return { outcome: 'TLS_FAILED', error: plainTls(code, text), hint: tlsHint(code) };
  return { ...received, outcome: 'CONNECTION_FAILED', error: text, hint: hintFor(cause, code) };
}

function partOf({ httpStatus, received }: BrokenResponse): Partial<AttemptResult> {
  return { httpStatus, responseBody: new Uint8Array(received), responseTruncated: true };
}

/** Happy eyeballs reports all its addresses in one error; the first of them says enough. */
function deepestCause(error: unknown): Error {
  let deepest = error instanceof Error ? error : new Error(String(error));
  for (let depth = 0; depth < 5; depth += 1) {
    const inner: unknown = deepest instanceof AggregateError ? deepest.errors[0] : deepest.cause;
    if (!(inner instanceof Error)) break;
    deepest = inner;
  }
  return deepest;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Codes of OpenSSL's certificate verification (X509_V_ERR_…), and of TLS itself. */
function isTlsFailure(code: string): boolean {
  return (
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code) ||
    ['EPROTO', 'HOSTNAME_MISMATCH', 'INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED'].includes(code)
  );
}

/** OpenSSL's own line names source files of ours, and tells a developer nothing. */
function plainTls(code: string, text: string): string {
  return /error:[0-9A-F]+:/i.test(text) ? `${code}: no secure connection could be agreed on` : text;
}

function tlsHint(code: string): string | null {
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'EPROTO'
    ? 'the port may not speak TLS; check whether the callback URL should begin with http:'
    : null;
}

function hintFor(error: Error, code: string): string | null {
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'the host name does not exist; check the callback URL';
  if (code === 'ECONNREFUSED') return 'nothing listens at that address and port';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'the headers of the answer were too long';
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') {
    return 'the answer began with 100 Continue, which was not asked for';
  }
  if (isInvalidHttp(error, code)) return 'the answer was not valid HTTP';
  return null;
}

function isInvalidHttp(error: Error, code: string): boolean {
  return (
    code.startsWith('HPE_') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    (code === 'UND_ERR_SOCKET' && error.message === 'bad upgrade') ||
    error instanceof errors.HTTPParserError
  );
}

/** What a remote can put into a message must not break a log, a page or a database row. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500);
}
