import { UsageError } from '../usageError.ts';
import { splitShellWords } from './splitShellWords.ts';

/** A request as curl would send it, as far as parameters can be in it. */
export interface CurlRequest {
  url: string;
  /** The parts of the data that curl joins with &, encoded as they are sent. */
  data: string[];
  /** The fields of a multipart form, as they are. */
  fields: { name: string; value: string }[];
  isJson: boolean;
}

/** Reads a command line of curl. Throws a UsageError that says what was expected instead. */
export function readCurl(line: string): CurlRequest {
  const [, ...words] = splitShellWords(line);
  const request: CurlRequest = { url: '', data: [], fields: [], isJson: false };
  let isQuery = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (!word.startsWith('-') || word === '-') {
      takeUrl(request, word);
      continue;
    }
    const { name, attached } = splitOption(word);
    if (name === '-G' || name === '--get') isQuery = true;
    if (!withValue.has(name)) continue;
    const value = attached ?? words[(at += 1)];
    if (value === undefined) throw new UsageError(`expected a value after ${name} in the pasted line`);
    takeOption(request, name, value);
  }
  if (request.url === '') throw new UsageError('expected a URL in the pasted line of curl');
  if (!isQuery) return request;
  const separator = request.url.includes('?') ? '&' : '?';
  return { ...request, url: [request.url, request.data.join('&')].join(separator), data: [] };
}

/** The options of curl that matter here, and the usual ones that have a value, so that it is not taken for the URL. */
const withValue = new Set(
  (
    '-d --data --data-raw --data-ascii --data-binary --data-urlencode --json -F --form --form-string -H --header --url ' +
    '-X --request -o --output -u --user -A --user-agent -b --cookie -c --cookie-jar -e --referer -m --max-time -w ' +
    '--write-out -x --proxy -K --config --connect-timeout --retry --cacert --cert --key --resolve --interface'
  ).split(' '),
);

function splitOption(word: string): { name: string; attached: string | undefined } {
  if (word.startsWith('--')) return { name: word, attached: undefined };
  // Flags may stand together, such as -sG; the value of the last one may follow without a space.
  const letters = word.slice(1);
  const end = Array.from(letters).findIndex((letter) => withValue.has(`-${letter}`) || letter === 'G');
  if (end < 0) return { name: word, attached: undefined };
  const attached = letters.slice(end + 1);
  return { name: `-${letters[end]!}`, attached: attached === '' ? undefined : attached };
}

function takeUrl(request: CurlRequest, url: string): void {
  if (request.url !== '') throw new UsageError('expected one URL in the pasted line; are quotes missing around an &?');
  request.url = url;
}

function takeOption(request: CurlRequest, name: string, value: string): void {
  switch (name) {
    case '--url':
      takeUrl(request, value);
      break;
    case '-H':
    case '--header':
      request.isJson ||= /^content-type:\s*application\/json/i.test(value);
      break;
    case '--json':
      request.isJson = true;
      request.data.push(withoutFile(value));
      break;
    case '-d':
    case '--data':
    case '--data-ascii':
    case '--data-binary':
      // The first three leave out line ends of files only.
      request.data.push(withoutFile(value));
      break;
    case '--data-raw':
      request.data.push(value);
      break;
    case '--data-urlencode':
      request.data.push(encodedPair(value));
      break;
    case '-F':
    case '--form':
    case '--form-string':
      request.fields.push(fieldOf(value));
      break;
    default:
  }
}

function withoutFile(value: string): string {
  if (value.startsWith('@'))
    throw new UsageError(`expected the data itself, but the pasted line names a file: ${value}`);
  return value;
}

/** The value is encoded, and what is before the first = is not. */
function encodedPair(value: string): string {
  const equals = value.indexOf('=');
  const name = value.slice(0, Math.max(equals, 0));
  return `${name}${equals > 0 ? '=' : ''}${encodeURIComponent(value.slice(equals + 1).toWellFormed())}`;
}

function fieldOf(value: string): CurlRequest['fields'][number] {
  const equals = value.indexOf('=');
  if (equals < 1) throw new UsageError(`expected name=value after -F, but got: ${value}`);
  return { name: value.slice(0, equals), value: withoutFile(value.slice(equals + 1)) };
}
