import { errors } from 'undici';
import { writeHint, type HintCode } from '../../rules/callbacks/hintTexts.ts';

/** Says in a developer's words what a connection, undici or its parser reports by a code, or llhttp by a reason; null: there are no better words. */
export function plainWords(error: Error, code: string): string | null {
  if (code === 'UND_ERR_SOCKET')
    return error.message === 'bad upgrade' ? invalid(switched) : writeHint('HINT_CLOSED_EARLY');
  if (code === 'ECONNREFUSED' && isLookup(error)) return writeHint('HINT_NO_NAME_SERVER');
  if (words[code]) return writeHint(words[code]);
  if (invalidReasons[code]) return invalid(invalidReasons[code]);
  return error instanceof errors.HTTPParserError ? invalidBy(error.message) : null;
}

/** The system call of node:dns is named for the requested record: queryA, queryAaaa. */
function isLookup(error: Error): boolean {
  return 'syscall' in error && typeof error.syscall === 'string' && error.syscall.startsWith('query');
}

function invalidBy(message: string): string {
  const reason = /\((.*)\)$/.exec(message)?.[1] ?? '';
  const found = reasons.find(([pattern]) => pattern.test(reason));
  return invalid(found?.[1]);
}

function invalid(why?: string): string {
  return writeHint('HINT_INVALID_HTTP', { how: why === undefined ? '' : `: ${why}` });
}

const switched = 'it switched to another protocol, which was not requested';
const twoLengths = 'Content-Length was there twice, or together with Transfer-Encoding';

const words: Record<string, HintCode> = {
  ENOTFOUND: 'HINT_UNKNOWN_HOST',
  ENODATA: 'HINT_UNKNOWN_HOST',
  ESERVFAIL: 'HINT_NAME_SERVERS_UNWELL',
  EREFUSED: 'HINT_NAME_SERVERS_UNWELL',
  ETIMEOUT: 'HINT_NAME_SERVERS_UNWELL',
  EAI_AGAIN: 'HINT_NAME_SERVERS_UNWELL',
  EBADRESP: 'HINT_NAME_SERVERS_UNWELL',
  EBADNAME: 'HINT_MALFORMED_HOST',

  ECONNREFUSED: 'HINT_NOTHING_LISTENS',
  EHOSTUNREACH: 'HINT_NO_ROUTE',
  ENETUNREACH: 'HINT_NO_ROUTE',
  ETIMEDOUT: 'HINT_NOTHING_ANSWERED',
  ECONNRESET: 'HINT_RESET',
  EPIPE: 'HINT_CLOSED_WHILE_SENDING',

  UND_ERR_HEADERS_OVERFLOW: 'HINT_LONG_HEADERS',
};

const invalidReasons: Record<string, string> = {
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: twoLengths,
  // undici asserts what its parser lets through: a status below 100, for one.
  ERR_ASSERTION: 'its status must be at least 100',
};

/** The descriptions, by the reasons of llhttp, which gives no code. */
const reasons: [reason: RegExp, words: string][] = [
  [/^Expected HTTP\//, 'it did not begin with HTTP/1.1 and a status; something else may listen at that port'],
  [/version|^Expected dot|HTTP\/2/, 'it must be of HTTP/1.1'],
  [/status/, 'its status must be a number of three digits'],
  [/^(Missing e|E)xpected (CR|LF)/, 'its lines or chunks must end with CR LF'],
  [/header (token|field char|value char)/, 'a header has a character that none may have'],
  [/Transfer-Encoding.*Content-Length|Content-Length.*Transfer-Encoding|Duplicate Content-Length/, twoLengths],
  [/Content-Length/, 'its Content-Length must be one number'],
  [/Transfer-Encoding/, 'its Transfer-Encoding must be chunked and nothing after it'],
  [/chunk size/i, 'a chunk must begin with its size in hexadecimal digits'],
  [/chunk extension/, 'the extension of a chunk has a character that none may have'],
  [/space/, 'there was a space where none may be'],
  [/EOF/, 'it ended too early'],
  [/^Data after/, 'it went on after its end'],
];

/** Says in a developer's words what OpenSSL or Node reports by a code; null: there are no better words. */
export function tlsWords(code: string): string | null {
  const found = tlsReasons.find(([pattern]) => pattern.test(code));
  return found ? writeHint(found[1]) : null;
}

const tlsReasons: [code: RegExp, hint: HintCode][] = [
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/, 'HINT_NO_TLS'],
  // Without a certificate of ours, these can only mean that one is missing.
  [
    /^ERR_SSL_.*ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|NO_CERTIFICATE|CERTIFICATE_UNKNOWN|ACCESS_DENIED)$/,
    'HINT_CLIENT_CERTIFICATE',
  ],
  // OpenSSL up to TLS 1.2 says no more than this.
  [/^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/, 'HINT_HANDSHAKE_REFUSED'],
  [/^ERR_SSL_(.*ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/, 'HINT_OLD_TLS'],
  [/^ERR_SSL_.*UNRECOGNIZED_NAME$/, 'HINT_NO_CERTIFICATE_FOR_HOST'],
  [/^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/, 'HINT_INCOMPLETE_CHAIN'],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, 'HINT_SELF_SIGNED'],
  [/^CERT_HAS_EXPIRED$/, 'HINT_CERTIFICATE_EXPIRED'],
  [/^CERT_NOT_YET_VALID$/, 'HINT_CERTIFICATE_TOO_NEW'],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'HINT_CERTIFICATE_OF_OTHERS'],
];
