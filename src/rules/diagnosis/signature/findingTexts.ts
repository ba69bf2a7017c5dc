/**
 * The sentences of which findings consist, in English. A name in braces is replaced by its value. A code that begins with DO
 * says what to do instead. The console has the Chinese texts (zhFindings.ts).
 */
export const findingTexts = {
  DO_SORT:
    'Sort the parameters by name in ascending byte order (as in ASCII: capitals before small letters), then join.',
  DO_ENCODE: 'URL-encode each value exactly once (as URLSearchParams, urlencode or http_build_query do), then join.',
  DO_EXCLUDE_SIGN: 'Make the string without sign; add sign to the request afterwards.',
  DO_JOIN: 'Write name=value for each parameter and one & between them, nothing else.',
  DO_LEAVE_OUT_NEWLINE: 'Sign it without (printf %s, echo -n, trim).',
  DO_COMPUTE_HMAC: 'Compute HMAC with SHA-256 over the string, with the secret as the key.',
  DO_USE_SECRET_AS_IT_IS: 'Use its 32 characters as they are.',
  DO_SIGN_AS_SENT: 'Sign the text exactly as it is sent, in UTF-8.',
  DO_NORMALIZE: 'To sign and send one form, normalize once (NFC) before both.',
  DO_NAME_UTF8: 'Name UTF-8 where the library takes a charset.',
  DO_USE_URI_COMPONENT: 'Use encodeURIComponent or URLSearchParams.',
  DO_WRITE_HEX: 'Write the digest as 64 hexadecimal digits.',
  DO_WRITE_HEX_WITH: "Write the digest as 64 hexadecimal digits (hexdigest, digest('hex'), openssl dgst -hex).",
  DO_SEND_DIGITS_ONLY: 'Write the digest as 64 hexadecimal digits. Send nothing else.',
  DO_MAKE_64_DIGITS: 'It must be the HMAC with SHA-256 as exactly 64 hexadecimal digits.',
  DO_KEEP_ZEROS: 'If digits are lost, write every byte as two digits, with a leading zero.',
  DO_ASK_FOR_SECRET:
    'Ask whether the server uses the newest secret of this very plugin, all 32 characters of it and no white space; ' +
    'reset it if in doubt.',
  DO_SIGN_EVERYTHING: 'Sign every parameter except sign.',
  DO_SEND_PRESENT_TIME: 'Send the current Unix time in seconds, in digits only.',
  DO_SIGN_ANEW: 'If you already do, correct the clock of your server (NTP), and sign each request anew.',
  DO_NAME_ENDPOINT: 'If you call another endpoint, give its address as well.',
  DO_ASK_FOR_REQUEST:
    'Ask for the URL or the command with which it was sent, and for the exact string that was signed, and diagnose those.',
  DO_SEND_THIS_FORM: 'Sign and send a value of this form.',

  MATCHES: 'The signature is right: it is the HMAC of the canonical string.',
  TOKEN_NOT_CHECKED: 'Whether the access token or the order exists is not looked at here.',
  OTHER_ENCODING: 'The signed string is the canonical one in another URL-encoding. The service accepts that encoding.',
  OTHER_ENCODING_OF_LIBRARY:
    'The signed string is the canonical one in another URL-encoding, that of {library}. The service accepts that encoding.',
  OTHER_ENCODING_WITH:
    'The signed string is the canonical one in another URL-encoding, {which}. The service accepts that encoding.',
  SECRET_EXPIRED:
    'The signature was made with an earlier secret of this plugin, which has expired. Put the newest secret into the ' +
    'server; if it is lost, reset it.',
  SECRET_BEFORE_NEWEST:
    'The signature was made with the secret before the newest one. It is still accepted, but will expire: put the newest ' +
    'secret into the server before it does.',
  SECRET_UNREADABLE_HERE:
    'openplug cannot read a secret of this plugin with the ENCRYPTION_KEY that it was given, so that a signature made ' +
    'with it is not recognized here. Give openplug that key, or reset the secret without an overlap, before the ' +
    'developer changes anything.',
  NO_SECRET_EXPLAINS:
    'No known secret explains the signature, with none of the usual mistakes. Either the secret is wrong or what was ' +
    'signed is not what was sent.',
  THEN_ASK_FOR_STRING:
    'Then ask for the exact string that was signed, or for the URL that is called: it may have been signed too.',
  NOT_ALL_TRIED:
    'No known secret explains the signature. The parameters are so many or so long that not every combination of ' +
    'mistakes could be tried.',
  THEN_TRY_SHORTER: 'Then try with shorter values, or ask for the exact string that was signed.',
  ONLY_SECRET_WRONG:
    'The signed string is right, but no known secret explains the signature: the secret or the algorithm is wrong.',
  SECRET_WRONG_TOO:
    'Besides what is wrong with the signed string, no known secret explains the signature as made of it. Correct the ' +
    'string first.',
  OTHER_STRING_SIGNED:
    'The signature was not made of the signed string that is given here, but of the parameters in the way that the ' +
    'other findings say. Ask where that string was taken from.',
  CONFIRMED: 'The signature was indeed made of this string with a known secret.',

  SIGNATURE_NOT_KEPT:
    'The signature cannot be judged: of a refused request, the service keeps neither sign nor the values of tokens, nor ' +
    'anything that looks like a secret.',
  NO_SIGNATURE: 'No signature was given: sign is missing or empty.',
  SIGN_OF_ALGORITHM: 'sign has {count} hexadecimal digits, as {algorithm} gives.',
  SIGN_OF_DIGITS: 'sign has {count} hexadecimal digits.',
  SIGN_OF_CHARACTERS: 'sign is {count} characters of something else than hexadecimal digits.',
  SIGN_WITH_SPACE: 'There is white space, such as a newline, around the digits of sign itself. Trim it before sending.',
  SIGN_OF_OPENSSL: 'sign has what openssl prints before the digest.',
  SIGN_OF_SHA256SUM: 'sign has what sha256sum prints after the digest.',
  SIGN_OF_PYTHON_BYTES: "sign has Python's b'' (the text form of bytes; decode them) around the digest.",
  SIGN_WITH_PREFIX: 'sign has a prefix before the digest.',
  SIGN_IN_QUOTES: 'sign has quotes around the digest.',
  SIGN_WITH_SEPARATORS: "sign has separators between the bytes, as .NET's BitConverter writes them.",
  SIGN_WITHOUT_ZEROS: 'sign lost its leading zeros, as a conversion through a big number does. Pad it to 64 digits.',
  SIGN_IN_CAPITALS: 'sign has capital hexadecimal digits. The service accepts them; small ones are usual.',
  SIGN_IN_BASE64: 'sign is in base64.',
  SIGN_HEX_IN_BASE64: 'sign is the hexadecimal digits in base64.',
  SIGN_BASE64_IN_HEX: 'sign is the base64 form, written in hexadecimal digits.',

  PLAIN_HASH_OF_STRING: 'The signature is a plain SHA-256 hash of the string alone, without the secret, not an HMAC.',
  PLAIN_HASH_SECRET_FIRST: 'The signature is a plain SHA-256 hash of the secret followed by the string, not an HMAC.',
  PLAIN_HASH_SECRET_LAST: 'The signature is a plain SHA-256 hash of the string followed by the secret, not an HMAC.',
  PLAIN_HASH_BETWEEN_SECRETS:
    'The signature is a plain SHA-256 hash of the string between two copies of the secret, not an HMAC.',
  PLAIN_HASH_SECRET_APPENDED:
    'The signature is a plain SHA-256 hash of the string with the secret appended as &{name}=, not an HMAC.',
  SECRET_APPENDED: 'The secret was appended to the signed string as &{name}=. It is the key and nothing else.',
  SECRET_AROUND: 'The signed string has the secret before and after it. It is the key and nothing else.',
  SECRET_AND_STRING_EXCHANGED: 'The string and the secret were exchanged: the string was used as the key.',
  SECRET_WITH_NEWLINE: 'The secret that was used ends in a newline, as read from a file.',
  SECRET_IN_QUOTES: 'The secret that was used has quotes around it, as a settings file may have.',
  SECRET_WITH_SPACE: 'The secret that was used has white space before or after it.',
  SECRET_IN_OTHER_CASE: 'The secret was turned into capital or small letters before use.',
  SECRET_FROM_BASE64: 'The secret was base64-decoded before use.',
  SECRET_FROM_HEX: 'The secret was hex-decoded before use.',
  SECRET_EMPTY:
    'The signature was made with an empty secret: the setting that should hold it is not set, or a conversion lost it.',
  OTHER_KEY: 'The value of {name} was used as the key, instead of the secret.',

  ORDER_AS_SENT: 'The parameters were signed in the order in which they were sent.',
  ORDER_WITHOUT_CASE: 'The parameters were sorted without regard to capitals.',
  ORDER_DESCENDING: 'The parameters were sorted by name, but in descending order.',
  ORDER_OF_UTF16: 'The parameters were sorted as UTF-16 text instead of UTF-8 bytes.',
  ORDER_BY_VALUE: 'The parameters were sorted by value instead of by name.',
  ORDER_OF_PAIRS: 'The parameters were sorted as whole name=value pairs instead of by name.',
  ORDER_BY_HAND: 'The parameters were signed in an order that is neither by name nor the one given here.',
  ORDER_UNKNOWN: 'The parameters are not sorted in the signed string.',

  VALUES_AS_THEY_ARE: 'The values were signed as they are, without URL-encoding.',
  VALUES_PARTLY_ENCODED:
    'The values were URL-encoded only in part: characters such as / : & or non-ASCII letters stayed bare.',
  VALUES_GIVEN_ENCODED:
    'The values given here are URL-encoded already, and were signed like that. If the request carries them so in a JSON ' +
    'body, or a client library encodes them once more, send the plain values. If they were copied from an address, check ' +
    'again with the plain values.',
  VALUES_ENCODED_TWICE: 'The values were URL-encoded twice before signing.',
  VALUES_NOT_FULLY_ENCODED: 'Values are not, or not fully, URL-encoded in the signed string.',
  VALUES_BARE: 'Values are not URL-encoded in the signed string.',
  VALUES_TWICE_IN_STRING: 'Values are URL-encoded twice in the signed string.',
  TEXT_IN_NFD: 'The text was signed in Unicode form NFD, letter and accent apart, but sent in another form.',
  TEXT_IN_NFC: 'The text was signed in Unicode form NFC, letter and accent in one, but sent in another form.',
  TEXT_IN_LATIN1: 'The text was URL-encoded as Latin-1 (ISO 8859-1) bytes instead of UTF-8.',
  TEXT_ESCAPED: "The text was encoded by JavaScript's escape(), which knows no UTF-8.",
  DIGEST_OF_LATIN1: 'The string was turned into Latin-1 (ISO 8859-1, "binary") bytes for the digest instead of UTF-8.',
  WHOLE_ENCODED: 'The finished string was URL-encoded once more as a whole, = and & included.',

  STRING_ENDS_IN_NEWLINE: 'The signed string ends in a newline, as echo or a file gives it.',
  STRING_ENDS_IN_AMPERSAND: 'The signed string ends in &.',
  STRING_BEGINS_WITH_AMPERSAND: 'The signed string begins with &, as appending &name=value to nothing gives it.',
  STRING_BEGINS_WITH_QUESTION_MARK: 'The signed string begins with the ? of the address.',
  STRING_BEGINS_WITH_BOM:
    'The signed string begins with a byte order mark, as a text file with one gives it. Sign it without.',
  STRING_WITH_ADDRESS:
    'The signed string contains the method or the address. Sign the parameters alone, without what comes before them.',
  STRING_IS_JSON:
    'A JSON body was signed. Also when the parameters travel as JSON, what is signed is their form-encoded form.',
  STRING_EMPTY: 'An empty string was signed.',
  STRING_WITHOUT_PAIRS: 'The signed string has no name=value pairs.',
  STRING_OTHER: 'The signed string is not the canonical string. Compare the two from the left.',

  JOINED_WITHOUT_AMPERSAND: 'The parameters were joined without the & between the pairs.',
  JOINED_WITHOUT_EQUALS: 'The parameters were joined without = and &, names and values run together.',
  JOINED_WITH_HTML_AMPERSAND: 'The parameters were joined with &amp; (the HTML form of &) between the pairs.',
  JOINED_WITH_COMMA: 'The parameters were joined with a comma between the pairs.',
  JOINED_WITH_NEWLINE: 'The parameters were joined with a newline between the pairs.',
  JOINED_VALUES: 'The parameters were joined as the values alone, without their names.',
  JOINED_VALUES_WITH_AMPERSAND:
    'The parameters were joined as the values alone, without their names, with & between them.',

  SIGN_SIGNED: 'The signed string contains sign.',
  SIGN_SIGNED_AS_GIVEN: 'The signed string contains sign, with the value that is given here among the parameters.',
  SIGN_SIGNED_EMPTY: 'The signed string contains sign, with an empty value.',
  EMPTY_LEFT_OUT:
    'Parameters with an empty value were sent, but left out of the signed string. Sign them as name=, or do not send them.',
  ZERO_LEFT_OUT:
    'Parameters with the value 0 were sent, but left out of the signed string together with empty ones, as a filter for ' +
    'empty values does. Sign everything that is sent.',
  EMPTY_AS_BARE_NAME: 'Parameters with an empty value were signed as the bare name. Keep the equals sign: name=.',
  EMPTY_AS_WORD:
    'Parameters that were sent with an empty value were signed with the word {word} as their value. Sign them as name=, or ' +
    'neither send nor sign them.',
  ONE_LEFT_OUT: 'The parameter {name} was sent, but is not in the signed string.',
  SEVERAL_LEFT_OUT: 'The parameters {names} were sent, but are not in the signed string.',
  MANY_LEFT_OUT: 'The parameters {names} and {count} more were sent, but are not in the signed string.',
  ANOTHER_SIGNED:
    'The signed string has a parameter that is not among those sent. Send what is signed, and sign what is sent.',
  TIMESTAMP_SIGNED_IN_SECONDS:
    'The timestamp was signed in seconds, but sent in milliseconds. Send the one that was signed.',
  CLOCK_READ_TWICE:
    'The timestamp that was signed is a second or two off the one that was sent: the clock was read twice. Read it once ' +
    'and use that for both.',
  TIMESTAMP_NOT_THE_SENT:
    'The timestamp in the signed string is not the one that was sent. Read the clock once and use that for both.',
  VALUE_NOT_THE_SENT:
    'A value in the signed string is not the one that was sent. Compare the values with those of the request.',

  NAME_REPEATED:
    'The parameter {name} is given more than once, with different values; the service refuses that. Send it once. Here, ' +
    'its last value was taken.',
  HALF_CHARACTER:
    'A parameter is not well-formed Unicode (half of a character is missing); the service refuses that. Cut text between ' +
    'characters, not within them.',
  OTHER_PLUGIN:
    'The plugin_id among the parameters is not that of the plugin whose secrets were tried here. Send the id and use the ' +
    'secret of one and the same plugin.',
  PARAMETER_EMPTY: 'The parameter {name} is required, but it is empty. Send it and sign it.',
  PARAMETER_ABSENT: 'The parameter {name} is required, but it is not among the parameters. Send it and sign it.',
  PARAMETER_EMPTY_AT: 'The parameter {name} is required by {endpoint}, but it is empty. Send it and sign it.',
  PARAMETER_ABSENT_AT:
    'The parameter {name} is required by {endpoint}, but it is not among the parameters. Send it and sign it.',
  ANSWERS_422_HOWEVER_SIGNED: 'Endpoints that take {name} answer 422, however it is signed:',
  ANSWERS_422: 'The service answers 422:',

  TIMESTAMP_NO_NUMBER: 'The timestamp is not a number of seconds in digits only.',
  TIMESTAMP_IN_MILLISECONDS: 'The timestamp is in milliseconds. Divide it by 1000 and round down.',
  BEHIND_BY_SECONDS: 'The timestamp is {count} seconds behind the clock of the service;',
  BEHIND_BY_HOURS: 'The timestamp is {count} hours behind the clock of the service;',
  BEHIND_BY_DAYS: 'The timestamp is {count} days behind the clock of the service;',
  BEHIND_BY_CENTURIES: 'The timestamp is centuries behind the clock of the service;',
  AHEAD_BY_SECONDS: 'The timestamp is {count} seconds ahead of the clock of the service;',
  AHEAD_BY_HOURS: 'The timestamp is {count} hours ahead of the clock of the service;',
  AHEAD_BY_DAYS: 'The timestamp is {count} days ahead of the clock of the service;',
  AHEAD_BY_CENTURIES: 'The timestamp is centuries ahead of the clock of the service;',
  LESS_IS_ALLOWED: 'less than {count} seconds are allowed.',
  LOOKS_LIKE_ZONE: 'This looks like a time zone: local time was probably used as UTC. Unix time has no time zone.',
} as const;

export type FindingTextCode = keyof typeof findingTexts;
