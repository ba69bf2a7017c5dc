import { errors } from 'undici';
import { explainUnfinishedAnswer, type UnfinishedAnswer } from '../../rules/callbacks/explainUnfinishedAnswer.ts';
import { writeHint } from '../../rules/callbacks/hintTexts.ts';
import type { AttemptResult } from '../../store/deliveries/attemptResult.ts';
import { plainWords, tlsWords } from './plainWords.ts';
import { TooMuchReceived } from './watchConnection.ts';

/** The callback host has an address that may not be called, or none at all. */
export class AddressRefused extends Error {
  constructor(host: string, address: string | undefined) {
    super(
      address === undefined
        ? writeHint('HINT_NO_ADDRESS', { host })
        : writeHint('HINT_ADDRESS_REFUSED', { host, address }),
    );
  }
}

/** A response began, and then broke off. */
export class BrokenResponse extends Error {
  constructor(
    readonly answer: Omit<UnfinishedAnswer, 'end'>,
    cause: unknown,
  ) {
    super('the response broke off', { cause });
  }
}

/** The step that an attempt waits for until it has the head of the response. */
export type PostStage = 'LOOKUP' | 'CONNECTION' | 'TLS' | 'ANSWER';

type Description = Pick<AttemptResult, 'outcome'> & Partial<AttemptResult>;

/** Describes to staff and developers what happened to an attempt that got no complete response. */
export function describePostError(
  error: unknown,
  { isTimedOut, timeoutMs, stage }: { isTimedOut: boolean; timeoutMs: number; stage: PostStage },
): Description {
  const answer = error instanceof BrokenResponse ? error.answer : null;
  const received = answer ? partOf(answer) : {};
  if (isTimedOut) {
    const within = `within ${timeoutMs / 1000} s`;
    const hint = answer
      ? explainUnfinishedAnswer({ ...answer, end: 'STAYED_OPEN' })
      : writeHint(`HINT_SLOW_${stage}`, { seconds: String(timeoutMs / 1000) });
    return { ...received, outcome: 'TIMED_OUT', error: `no complete response ${within}`, hint };
  }
  if (error instanceof AddressRefused) return { outcome: 'ADDRESS_REFUSED', error: error.message };

  const cause = deepestCause(error);
  const code = codeOf(cause);
  if (isTlsFailure(code)) {
    return { outcome: 'TLS_FAILED', error: plainTls(code, textOf(cause, code)), hint: tlsWords(code) };
  }
  const end = answer && endBy(cause, code);
  const hint = end ? explainUnfinishedAnswer({ ...answer, end }) : plainWords(cause, code);
  return { ...received, outcome: 'CONNECTION_FAILED', error: plainError(cause, code, hint), hint };
}

function partOf({ status, body }: Omit<UnfinishedAnswer, 'end'>): Partial<AttemptResult> {
  return { httpStatus: status, responseBody: new Uint8Array(body), responseTruncated: true };
}

/** Returns how the connection ended after the answer had begun. Null: the answer itself was wrong. */
function endBy(error: Error, code: string): 'CLOSED' | 'RESET' | null {
  if (code === 'ECONNRESET') return 'RESET';
  // Once the head is there, a length differs because the end came too early.
  const isClosed = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
  const isCutOff = error instanceof errors.HTTPParserError && error.message.includes('EOF');
  return isClosed || isCutOff ? 'CLOSED' : null;
}

/**
 * Returns the innermost cause. Happy eyeballs reports all addresses in one error, and the first of them says enough.
 */
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

/** Keeps the code of the library, which an operator may want to search for. */
function plainError(error: Error, code: string, hint: string | null): string {
  if (error instanceof TooMuchReceived) return error.message;
  if (hint === null) return textOf(error, code);
  if (error instanceof errors.HTTPParserError) return `${hint} [${printable(error.message)}]`;
  return /^(UND_ERR_|ERR_)/.test(code) ? `${hint} [${code}]` : textOf(error, code);
}

function textOf(error: Error, code: string): string {
  return printable(`${code && !error.message.includes(code) ? `${code}: ` : ''}${error.message}`);
}

/** Codes of OpenSSL's certificate verification (X509_V_ERR_…), and of TLS itself. */
function isTlsFailure(code: string): boolean {
  return (
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code) ||
    ['EPROTO', 'HOSTNAME_MISMATCH', 'INVALID_CA', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED'].includes(code)
  );
}

/** Returns a plain reason. OpenSSL's own line names source files and does not help a developer. */
function plainTls(code: string, text: string): string {
  return /error:[0-9A-F]+:/i.test(text) ? `${code}: no secure connection could be agreed on` : text;
}

/** Cleans text of the remote, which must not break a log, a page or a database row. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500);
}
