import { errors } from 'undici';

/** Says in a developer's words what a connection, undici or its parser reports by a code, or llhttp by a reason; null: there are no better words. */
export function plainWords(error: Error, code: string): string | null {
  if (code === 'UND_ERR_SOCKET') return socketWords[error.message] ?? closedEarly;
  if (code === 'ECONNREFUSED' && isLookup(error)) return 'no name server could be asked; that is ours to fix';
  return words[code] ?? (error instanceof errors.HTTPParserError ? invalidBy(error.message) : null);
}

/** The system call of node:dns is named for the requested record: queryA, queryAaaa. */
function isLookup(error: Error): boolean {
  return 'syscall' in error && typeof error.syscall === 'string' && error.syscall.startsWith('query');
}

function invalidBy(message: string): string {
  const reason = /\((.*)\)$/.exec(message)?.[1] ?? '';
  const found = reasons.find(([pattern]) => pattern.test(reason));
  return found ? `${invalid}: ${found[1]}` : invalid;
}

const invalid = 'the answer was not valid HTTP';
const closedEarly = 'the receiver closed the connection before it answered';
const unknownHost = 'the host name does not exist; check the callback URL';
const unwell = 'the name servers of the host name did not give an answer; they may be down or misconfigured';
const unreachable = 'no route leads to the address of the host; check the callback URL';
const twoLengths = 'Content-Length was there twice, or together with Transfer-Encoding';

const socketWords: Record<string, string> = {
  'bad upgrade': `${invalid}: it switched to another protocol, which was not requested`,
};

const words: Record<string, string> = {
  ENOTFOUND: unknownHost,
  ENODATA: unknownHost,
  ESERVFAIL: unwell,
  EREFUSED: unwell,
  ETIMEOUT: unwell,
  EAI_AGAIN: unwell,
  EBADRESP: unwell,
  EBADNAME: 'the host name is malformed; check the callback URL',

  ECONNREFUSED: 'nothing listens at that address and port',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: 'nothing answered at that address and port; a firewall may drop the connection',
  ECONNRESET: 'the receiver reset the connection',
  EPIPE: 'the receiver closed the connection while the message was sent',

  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer were too long',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `${invalid}: ${twoLengths}`,
  // undici asserts what its parser lets through: a status below 100, for one.
  ERR_ASSERTION: `${invalid}: its status must be at least 100`,
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

/** Says in a developer's words what OpenSSL or Node reports by a code, or llhttp by a reason; null: there are no better words. */
export function tlsWords(code: string): string | null {
  return tlsReasons.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

const tlsReasons: [code: RegExp, words: string][] = [
  [
    /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    'the port may not speak TLS; check whether the callback URL should begin with http:',
  ],
  // Without a certificate of ours, these can only mean that one is missing.
  [
    /^ERR_SSL_.*ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|NO_CERTIFICATE|CERTIFICATE_UNKNOWN|ACCESS_DENIED)$/,
    'the receiver requires a client certificate, and callbacks have none; configure it to require none for this URL',
  ],
  // OpenSSL up to TLS 1.2 says no more than this.
  [
    /^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/,
    'the receiver refused the handshake; perhaps it requires a client certificate, and callbacks have none, or it shares ' +
      'no cipher with us',
  ],
  [
    /^ERR_SSL_(.*ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/,
    'the receiver speaks no TLS that is still safe; it must support TLS 1.2 or newer',
  ],
  [/^ERR_SSL_.*UNRECOGNIZED_NAME$/, 'the receiver has no certificate for the host of the callback URL'],
  [
    /^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/,
    'the chain of certificates is incomplete, or its authority is not a public one: send the intermediate certificate ' +
      'together with the certificate (fullchain.pem)',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'no authority that is known here has signed the certificate; use one of a public authority',
  ],
  [/^CERT_HAS_EXPIRED$/, 'renew the certificate, and have the server load the new one'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate begins later; check the clock of the machine that made it'],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    'the certificate is for other names; use one for the host of the callback URL',
  ],
];
