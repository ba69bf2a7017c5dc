import { fillIn } from '../phrases/sentence.ts';

/**
 * The hints on attempts, in English, by their codes. A name in braces is replaced by its value. Attempts keep the sentence;
 * `hintPhrase` reads the code and the values back from it, so both are made of these texts.
 */
export const hintTexts = {
  HINT_BODY_RIGHT: 'the body was right, but the status must be 2xx, not {status}',
  HINT_BODY_EMPTY: 'the body was empty; it must be SUCCESS',
  HINT_BODY_COMPRESSED: 'the body was compressed ({how}), though the request did not accept that; send it uncompressed',
  HINT_BODY_UTF16: 'the body was SUCCESS in UTF-16; it must be in UTF-8 or ASCII',
  HINT_BODY_INVISIBLE:
    'the body had {name} ({character}){others} {where} SUCCESS, which cannot be seen; it must be SUCCESS and nothing else',
  HINT_BODY_QUOTED: 'the body was {body}: SUCCESS {quotes}; it must be bare',
  HINT_BODY_QUOTED_CASE: 'the body was {body}; it must be bare and in upper case',
  HINT_BODY_CASE: 'the body was "{body}"; it must be in upper case',
  HINT_BODY_HTML: 'the body had HTML{around}; it must be SUCCESS and nothing else',
  HINT_BODY_JSON: 'the body was JSON; it must be the plain text SUCCESS',
  HINT_BODY_AROUND: 'the body had other text{much} around SUCCESS',
  HINT_BODY_OTHER: 'the body must be SUCCESS',

  HINT_REDIRECT_NOT_MODIFIED:
    '304 (Not Modified) is an answer to a condition, and none was sent; answer 200 with SUCCESS',
  HINT_REDIRECT_NOWHERE: 'no Location says where it leads; answer 200 with SUCCESS',
  HINT_REDIRECT_NO_ADDRESS: 'its Location is not a URL; answer 200 with SUCCESS',
  HINT_REDIRECT_BACK: 'redirects are not followed, and this one leads back to the same URL; answer 200 with SUCCESS',
  HINT_REDIRECT_AWAY:
    'redirects are not followed; this one leads to {address}: if callbacks belong there, make it the callback URL; ' +
    'otherwise answer SUCCESS without a redirect',

  HINT_RIGHT_NO_CHUNK:
    'the body was SUCCESS, but the answer did not end: its last chunk did not come, and {end}; end it with the chunk of ' +
    'length 0',
  HINT_RIGHT_NO_LENGTH:
    'the body was SUCCESS, but the answer did not end: it had no Content-Length, and {end}; send Content-Length: {came}, ' +
    'or close the connection normally, without a reset',
  HINT_RIGHT_WRONG_LENGTH:
    'the body was SUCCESS, but the answer did not end: its Content-Length is {length}, but {came} bytes came, and {end}; ' +
    'send Content-Length: {came}',
  HINT_NO_CHUNK: 'the answer began, but did not end: its last chunk did not come, and {end}',
  HINT_NO_LENGTH: 'the answer began, but did not end: it had no Content-Length, and {end}',
  HINT_WRONG_LENGTH:
    'the answer began, but did not end: its Content-Length is {length}, but {came} bytes came, and {end}',
  HINT_SLOW_LOOKUP: 'the host name was not looked up within {seconds} s; its name servers may not answer',
  HINT_SLOW_CONNECTION:
    'no connection was made within {seconds} s; a firewall may drop what is sent to that address and port',
  HINT_SLOW_TLS: 'the connection was made, but no TLS was agreed on within {seconds} s; the port may not speak TLS',
  HINT_SLOW_ANSWER:
    'the connection was made, but no answer came within {seconds} s; answer first, and do what takes long afterwards',
  HINT_ANSWERED_LATE: 'the answer was SUCCESS, and it came when the attempt had been given up and another one was made',

  HINT_CLOSED_EARLY: 'the receiver closed the connection before it answered',
  HINT_NO_NAME_SERVER: 'no name server could be asked; that is ours to fix',
  HINT_INVALID_HTTP: 'the answer was not valid HTTP{how}',
  HINT_UNKNOWN_HOST: 'the host name does not exist; check the callback URL',
  HINT_NAME_SERVERS_UNWELL:
    'the name servers of the host name did not give an answer; they may be down or misconfigured',
  HINT_MALFORMED_HOST: 'the host name is malformed; check the callback URL',
  HINT_NOTHING_LISTENS: 'nothing listens at that address and port',
  HINT_NO_ROUTE: 'no route leads to the address of the host; check the callback URL',
  HINT_NOTHING_ANSWERED: 'nothing answered at that address and port; a firewall may drop the connection',
  HINT_RESET: 'the receiver reset the connection',
  HINT_CLOSED_WHILE_SENDING: 'the receiver closed the connection while the message was sent',
  HINT_LONG_HEADERS: 'the headers of the answer were too long',

  HINT_NO_TLS: 'the port may not speak TLS; check whether the callback URL should begin with http:',
  HINT_CLIENT_CERTIFICATE:
    'the receiver requires a client certificate, and callbacks have none; configure it to require none for this URL',
  HINT_HANDSHAKE_REFUSED:
    'the receiver refused the handshake; perhaps it requires a client certificate, and callbacks have none, or it shares ' +
    'no cipher with us',
  HINT_OLD_TLS: 'the receiver speaks no TLS that is still safe; it must support TLS 1.2 or newer',
  HINT_NO_CERTIFICATE_FOR_HOST: 'the receiver has no certificate for the host of the callback URL',
  HINT_INCOMPLETE_CHAIN:
    'the chain of certificates is incomplete, or its authority is not a public one: send the intermediate certificate ' +
    'together with the certificate (fullchain.pem)',
  HINT_SELF_SIGNED: 'no authority that is known here has signed the certificate; use one of a public authority',
  HINT_CERTIFICATE_EXPIRED: 'renew the certificate, and have the server load the new one',
  HINT_CERTIFICATE_TOO_NEW: 'the certificate begins later; check the clock of the machine that made it',
  HINT_CERTIFICATE_OF_OTHERS: 'the certificate is for other names; use one for the host of the callback URL',

  /** The error of such an attempt says it; it has no hint besides. */
  HINT_ADDRESS_REFUSED: '{host} has the address {address}, which may not be called',
  HINT_NO_ADDRESS: '{host} has no address',
} as const;

export type HintCode = keyof typeof hintTexts;

/** Writes a hint in English. */
export function writeHint(code: HintCode, values: Record<string, string> = {}): string {
  return fillIn(hintTexts[code], values);
}
