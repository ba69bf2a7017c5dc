/** Text that every URL encoder treats differently. */
export const oddText = `会员 1年 ~*!'()+%&=/😀`;

/** The characters that an encoder leaves bare besides letters and digits, and how it writes the rest. */
export interface Encoding {
  bare: string;
  space: '+' | '%20';
  hexDigits: 'upper' | 'lower';
}

/** How a library form-encodes text. */
export interface LibraryEncoding extends Encoding {
  library: string;
  /** The result for `oddText`, copied from a run of the library. For .NET, old Python, jQuery and OkHttp it is from their sources. */
  encodedOddText: string;
}

/** Each way to choose, for each mark on its own, whether it stays bare; with each space and each case of digits. */
export const everyEncoding: Encoding[] = (['+', '%20'] as const).flatMap((space) =>
  (['upper', 'lower'] as const).flatMap((hexDigits) =>
    subsetsOf(`!'()*~`).map((marks) => ({ bare: `-_.${marks}`, space, hexDigits })),
  ),
);

function subsetsOf(marks: string): string[] {
  return [...marks].reduce<string[]>((subsets, mark) => subsets.flatMap((subset) => [subset, subset + mark]), ['']);
}

export const libraryEncodings: LibraryEncoding[] = [
  {
    library: 'PHP http_build_query',
    bare: '-_.',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'PHP http_build_query with PHP_QUERY_RFC3986, rawurlencode',
    bare: '-_.~',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'Python urlencode, quote_plus',
    bare: '-_.~',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: "Python quote with safe='', urlencode with quote_via=quote",
    bare: '-_.~',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: "Python quote with safe='', before 3.7",
    bare: '-_.',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20%7E%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'Java URLEncoder',
    bare: '-_.*',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E*%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'Go url.Values.Encode',
    bare: '-_.~',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'Ruby URI.encode_www_form',
    bare: '-_.*',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E*%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'Ruby ERB::Util.url_encode',
    bare: '-_.~',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'URLSearchParams',
    bare: '-_.*',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E*%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'encodeURIComponent, querystring.stringify',
    bare: "-_.~*!'()",
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: "%E4%BC%9A%E5%91%98%201%E5%B9%B4%20~*!'()%2B%25%26%3D%2F%F0%9F%98%80",
  },
  {
    library: '.NET WebUtility.UrlEncode',
    bare: '-_.*!()',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+%7E*!%27()%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: '.NET HttpUtility.UrlEncode',
    bare: '-_.*!()',
    space: '+',
    hexDigits: 'lower',
    encodedOddText: '%e4%bc%9a%e5%91%98+1%e5%b9%b4+%7e*!%27()%2b%25%26%3d%2f%f0%9f%98%80',
  },
  {
    library: '.NET Uri.EscapeDataString',
    bare: '-_.~',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'curl --data-urlencode',
    bare: '-_.~',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'curl --get --data-urlencode',
    bare: '-_.~',
    space: '+',
    hexDigits: 'lower',
    encodedOddText: '%e4%bc%9a%e5%91%98+1%e5%b9%b4+~%2a%21%27%28%29%2b%25%26%3d%2f%f0%9f%98%80',
  },
  {
    library: 'qs (npm)',
    bare: '-_.~',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20~%2A%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'qs (npm) with format RFC1738',
    bare: '-_.~()',
    space: '+',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98+1%E5%B9%B4+~%2A%21%27()%2B%25%26%3D%2F%F0%9F%98%80',
  },
  {
    library: 'jQuery param',
    bare: "-_.~*!'()",
    space: '+',
    hexDigits: 'upper',
    encodedOddText: "%E4%BC%9A%E5%91%98+1%E5%B9%B4+~*!'()%2B%25%26%3D%2F%F0%9F%98%80",
  },
  {
    library: 'OkHttp FormBody',
    bare: '-_.*',
    space: '%20',
    hexDigits: 'upper',
    encodedOddText: '%E4%BC%9A%E5%91%98%201%E5%B9%B4%20%7E*%21%27%28%29%2B%25%26%3D%2F%F0%9F%98%80',
  },
];

/** Byte by byte, sharing no code with what is tested. */
export function encodeAs(encoding: Encoding, text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      if (/[A-Za-z0-9]/.test(char) || encoding.bare.includes(char)) return char;
      if (char === ' ') return encoding.space;
      const hex = byte.toString(16).padStart(2, '0');
      return `%${encoding.hexDigits === 'upper' ? hex.toUpperCase() : hex}`;
    })
    .join('');
}

/** The string that a developer with this library signs. */
export function canonicalStringAs(encoding: Encoding, parameters: ReadonlyMap<string, string>): string {
  return [...parameters]
    .toSorted(([a], [b]) => Buffer.from(a).compare(Buffer.from(b)))
    .map(([name, value]) => `${encodeAs(encoding, name)}=${encodeAs(encoding, value)}`)
    .join('&');
}
