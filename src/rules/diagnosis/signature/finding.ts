export type FindingCode =
  | 'MATCHES_CANONICAL'
  | 'MATCHES_OTHER_ENCODING'
  | 'MATCHES_PREVIOUS_SECRET'
  | 'SIGN_PARAMETER_INCLUDED'
  | 'NOT_SORTED'
  | 'VALUES_NOT_ENCODED'
  | 'DOUBLE_ENCODED'
  | 'EMPTY_VALUES_DROPPED'
  | 'BASE64_INSTEAD_OF_HEX'
  | 'UPPERCASE_HEX'
  | 'PLAIN_SHA256'
  | 'TIMESTAMP_IN_MILLISECONDS'
  | 'TIMESTAMP_OUTSIDE_WINDOW'
  | 'TRAILING_NEWLINE'
  | 'PARAMETER_MISSING'
  /** The value has a shape that is refused, however it is signed. */
  | 'PARAMETER_INVALID'
  /** The mistake is unknown, or has no other code: the message says which. */
  | 'UNEXPLAINED';

/**
 * A mistake that a developer made, and what to do instead, for a person who has the developer on the phone. The message
 * may name parameters; it never quotes a value, a signature or the string that was signed.
 */
export interface Finding {
  code: FindingCode;
  message: string;
}

export function finding(code: FindingCode, message: string): Finding {
  return { code, message };
}

/** Returns a parameter's name as a message may show it. */
export function quoteName(name: string): string {
  const characters = Array.from(name.slice(0, 100));
  return `"${characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : name}"`;
}

/** The remedies that several mistakes share. */
export const remedies = {
  sort: 'Sort the parameters by name in ascending byte order (as in ASCII: capitals before small letters), then join.',
  encode: 'URL-encode each value exactly once (as URLSearchParams, urlencode or http_build_query do), then join.',
  exclude: 'Make the string without sign; add sign to the request afterwards.',
  join: 'Write name=value for each parameter and one & between them, nothing else.',
  newline: 'Sign it without (printf %s, echo -n, trim).',
};
