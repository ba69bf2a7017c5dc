/** Says in a developer's words what OpenSSL or Node reports by a code; null: there are no better words. */
export function tlsWords(code: string): string | null {
  return words.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

const words: [code: RegExp, words: string][] = [
  [
    /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    'the port may not speak TLS; check whether the callback URL should begin with http:',
  ],
  // Without a certificate of ours, these can only mean that one is missing.
  [
    /^ERR_SSL_.*ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|NO_CERTIFICATE|CERTIFICATE_UNKNOWN|ACCESS_DENIED)$/,
    'the receiver requires a client certificate, and callbacks have none; have it ask for none at this address',
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
    'nobody known here vouches for the certificate; use one of a public authority',
  ],
  [/^CERT_HAS_EXPIRED$/, 'renew the certificate, and have the server load the new one'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate begins later; check the clock of the machine that made it'],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    'the certificate is for other names; use one for the host of the callback URL',
  ],
];
