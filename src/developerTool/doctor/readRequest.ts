import { finding, quoteName, say, type Finding } from '../../rules/diagnosis/signature/finding.ts';
import { sentenceAbout } from '../../rules/failures/valueProblems.ts';
import { decodeForm, type SentParameter } from '../../rules/parameters/decodeForm.ts';
import { decodeJson } from '../../rules/parameters/decodeJson.ts';
import { UsageError } from '../usageError.ts';
import { readCurl } from './readCurl.ts';

/** A request as its developer pasted it. */
export interface PastedRequest {
  parameters: { name: string; value: string }[];
  /** The address without parameters. Undefined: there was none. */
  url: string | undefined;
  /** The parameters that have no text to be signed. */
  findings: Finding[];
}

export const requestForms = 'a line of curl, a URL, a raw HTTP request, a form (name=value&…) or the JSON of a body';

/** Reads a request in the form in which developers have it at hand. The console reads more loosely, in its own readRequest. */
export function readRequest(pasted: string): PastedRequest {
  const text = pasted.trim().replace(/^\$ /, '');
  if (/^curl(\.exe)?\s/.test(text)) return ofCurl(text);
  if (text.startsWith('{')) return collect(undefined, readJsonBody(text));
  const [, rawTarget, rawBody] = rawRequest.exec(text) ?? [];
  if (rawTarget !== undefined) return ofRaw(rawTarget, rawBody ?? '');
  const [, target] = /^(?:GET |POST )?(https?:\/\/\S+|\/\S*)( HTTP\/[\d.]+)?$/i.exec(text) ?? [];
  if (target !== undefined) return ofUrl(target);
  // A line of code, such as fetch('https://…'), may have a = as well.
  if (/^[^\s=&:/()'"]+=\S*$/.test(text)) return collect(undefined, readForm(text.replace(/^\?/, '')));
  throw new UsageError(`expected ${requestForms}. Put a URL in quotes: the shell takes & for the end of a command`);
}

/** A request as it goes over the line: the target, headers, and after an empty line the body. */
const rawRequest = /^(?:GET|POST) (\S+) HTTP\/[\d.]+\r?\n(?:[^\r\n]+(?:\r?\n|$))*(?:\r?\n([^]*))?$/i;

function ofRaw(target: string, body: string): PastedRequest {
  const { address, query } = splitUrl(target);
  const sent = body.startsWith('{') ? readJsonBody(body) : readForm(body);
  return collect(address, [...readForm(query), ...sent]);
}

function ofUrl(target: string): PastedRequest {
  const { address, query } = splitUrl(target);
  return collect(address, readForm(query));
}

function ofCurl(line: string): PastedRequest {
  const { url, data, fields, isJson } = readCurl(line);
  const { address, query } = splitUrl(url);
  const body = data.join('&');
  // The service takes an object for JSON even when curl calls it a form.
  const sent = isJson || body.startsWith('{') ? readJsonBody(body) : readForm(body);
  const inFields = fields.map(({ name, value }): SentParameter => [name, value]);
  return collect(address, [...readForm(query), ...sent, ...inFields]);
}

function splitUrl(url: string): { address: string; query: string } {
  const withoutFragment = url.replace(/#.*$/s, '');
  const start = withoutFragment.indexOf('?');
  if (start < 0) return { address: withoutFragment, query: '' };
  return { address: withoutFragment.slice(0, start), query: withoutFragment.slice(start + 1) };
}

function readForm(text: string): SentParameter[] {
  const pairs = decodeForm(Buffer.from(text.toWellFormed()));
  if (!pairs) {
    throw new UsageError('expected parameters in UTF-8, form-encoded, but a % is not followed by two digits of a byte');
  }
  return pairs;
}

function readJsonBody(text: string): SentParameter[] {
  const members = decodeJson(Buffer.from(text.toWellFormed()));
  if (!members) throw new UsageError('expected one JSON object as the body, but this cannot be read as JSON');
  if (members.some(([name]) => name === 'resource')) {
    throw new UsageError('expected a request, but this is an answer or a callback: use `openplug verify` for it');
  }
  return members;
}

/** Null is as if the parameter were absent. */
function collect(url: string | undefined, sent: SentParameter[]): PastedRequest {
  const request: PastedRequest = { parameters: [], url, findings: [] };
  for (const [name, value] of sent) {
    if (typeof value === 'string') request.parameters.push({ name, value });
    else if (value !== null) {
      request.findings.push(finding('PARAMETER_INVALID', say('ANSWERS_422'), sentenceAbout(quoteName(name), value)));
    }
  }
  if (request.parameters.length === 0) throw new UsageError('expected parameters in the request, but it has none');
  return request;
}
