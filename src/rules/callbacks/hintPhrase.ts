import type { Phrase } from '../phrases/sentence.ts';

/**
 * Returns the code and the values of a hint, so that it can be said in other languages; null: the hint has no code.
 * Attempts, also those of earlier versions, have only the English sentence of their hint, so the sentence is read.
 */
export function hintPhrase(hint: string): Phrase | null {
  for (const [code, pattern] of hintPatterns) {
    const found = pattern.exec(hint);
    if (found) return { code: `HINT_${code}`, values: { ...found.groups } };
  }
  return null;
}

/** The hints on what receivers do. Groups are the values. */
const hintPatterns: [code: string, hint: RegExp][] = [
  ['BODY_RIGHT', /^the body was right, but the status must be 2xx, not (?<status>\d+)$/],
  ['BODY_EMPTY', /^the body was empty; it must be SUCCESS$/],
  ['BODY_COMPRESSED', /^the body was compressed \((?<how>.*)\), though the request did not accept that;/],
  ['BODY_UTF16', /^the body was SUCCESS in UTF-16;/],
  ['BODY_INVISIBLE', /^the body had .*?\((?<character>U\+\w+)\).* SUCCESS, which cannot be seen;/],
  ['BODY_QUOTED', /^the body was (?<body>.*): SUCCESS in quotes.*; it must be bare$/],
  ['BODY_QUOTED_CASE', /^the body was (?<body>.*); it must be bare and in upper case$/],
  ['BODY_CASE', /^the body was "(?<body>.*)"; it must be in upper case$/],
  ['BODY_HTML', /^the body had HTML(?: around SUCCESS)?; it must be SUCCESS and nothing else$/],
  ['BODY_JSON', /^the body was JSON; it must be the plain text SUCCESS$/],
  ['BODY_AROUND', /^the body had other text(?:, a lot of it,)? around SUCCESS$/],
  ['BODY_OTHER', /^the body must be SUCCESS$/],
  ['REDIRECT_NOT_MODIFIED', /^304 \(Not Modified\) is an answer to a condition/],
  ['REDIRECT_NOWHERE', /^no Location says where it leads;/],
  ['REDIRECT_NO_ADDRESS', /^its Location is (?:not a URL|no address);/],
  ['REDIRECT_BACK', /^redirects are not followed, and this one leads back to the same (?:URL|address);/],
  ['REDIRECT_AWAY', /^redirects are not followed; this one leads to (?<address>\S+): /],
  ['RIGHT_NO_CHUNK', /^the body was SUCCESS, but the answer did not end: its last chunk did not come,/],
  [
    'RIGHT_NO_LENGTH',
    /^the body was SUCCESS, but the answer did not end: it had no Content-Length,.*; send Content-Length: (?<came>\d+)/,
  ],
  [
    'RIGHT_WRONG_LENGTH',
    /^the body was SUCCESS, but the answer did not end: its Content-Length is (?<length>\d+), but (?<came>\d+) bytes came,/,
  ],
  ['NO_CHUNK', /^the answer began, but did not end: its last chunk did not come,/],
  ['NO_LENGTH', /^the answer began, but did not end: it had no Content-Length,/],
  [
    'WRONG_LENGTH',
    /^the answer began, but did not end: its Content-Length is (?<length>\d+), but (?<came>\d+) bytes came,/,
  ],
  ['SLOW_LOOKUP', /^the host name was not looked up within (?<seconds>\S+) s;/],
  ['SLOW_CONNECTION', /^no connection was made within (?<seconds>\S+) s;/],
  ['SLOW_TLS', /^the connection was made, but no TLS was agreed on within (?<seconds>\S+) s;/],
  ['SLOW_ANSWER', /^the connection was made, but no answer came within (?<seconds>\S+) s;/],
  ['ANSWERED_LATE', /^the answer was SUCCESS, and it came when the attempt had been given up/],
  ['CLOSED_EARLY', /^the receiver closed the connection before it answered$/],
  ['NO_NAME_SERVER', /^no name server could be asked;/],
  ['INVALID_HTTP', /^the answer was not valid HTTP/],
  ['UNKNOWN_HOST', /^the host name does not exist;/],
  ['NAME_SERVERS_UNWELL', /^the name servers of the host name did not give an answer;/],
  ['MALFORMED_HOST', /^the host name is malformed;/],
  ['NOTHING_LISTENS', /^nothing listens at that address and port$/],
  ['NO_ROUTE', /^no route leads to the address of the host;/],
  ['NOTHING_ANSWERED', /^nothing answered at that address and port;/],
  ['RESET', /^the receiver reset the connection$/],
  ['CLOSED_WHILE_SENDING', /^the receiver closed the connection while the message was sent$/],
  ['LONG_HEADERS', /^the headers of the answer were too long$/],
  ['NO_TLS', /^the port may not speak TLS;/],
  ['CLIENT_CERTIFICATE', /^the receiver requires a client certificate,/],
  ['HANDSHAKE_REFUSED', /^the receiver refused the handshake;/],
  ['OLD_TLS', /^the receiver speaks no TLS that is still safe;/],
  ['NO_CERTIFICATE_FOR_HOST', /^the receiver has no certificate for the host of the callback URL$/],
  ['INCOMPLETE_CHAIN', /^the chain of certificates is incomplete,/],
  ['SELF_SIGNED', /^(?:no authority that is known here has signed|nobody known here vouches for) the certificate;/],
  ['CERTIFICATE_EXPIRED', /^renew the certificate,/],
  ['CERTIFICATE_TOO_NEW', /^the certificate begins later;/],
  ['CERTIFICATE_OF_OTHERS', /^the certificate is for other names;/],
];

/** The codes that a hint can have. */
export const hintCodes = hintPatterns.map(([code]) => `HINT_${code}`);
