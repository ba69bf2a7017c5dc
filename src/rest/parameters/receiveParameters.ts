import { MIMEType } from 'node:util';
import type { Request } from 'express';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { decodeForm, type SentParameter } from '../../rules/parameters/decodeForm.ts';
import { decodeJson } from '../../rules/parameters/decodeJson.ts';
import { mostParameters } from '../../rules/parameters/requestLimits.ts';
import { boundaryOf, decodeMultipart } from './decodeMultipart.ts';

export interface ReceivedParameters {
  parameters: Map<string, string>;
  /** Names that were sent without one readable text. */
  unreadable: Map<string, Problem>;
}

/**
 * Returns all parameters of a request, wherever they travel: query string, JSON object, urlencoded form or multipart form
 * fields, on every method. Expects the body as bytes, already inflated and bounded. Throws a Refusal that says why a query
 * or body cannot be read.
 */
export function receiveParameters(request: Request): ReceivedParameters {
  const sent = [...queryParameters(request.url), ...bodyParameters(request)];
  if (sent.length > mostParameters) {
    throw new Refusal('TOO_MANY_PARAMETERS', { facts: { max: mostParameters } });
  }
  // A multipart form without a boundary has lost its fields. Parameters in the query need no body.
  if (sent.length === 0) requireBoundary(request);
  return collect(sent);
}

function queryParameters(url: string): SentParameter[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const pairs = decodeForm(Buffer.from(url.slice(start + 1), 'ascii'));
  if (!pairs) throw new Refusal('MALFORMED_QUERY');
  return pairs;
}

function bodyParameters(request: Request): SentParameter[] {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return [];

  const type = mediaTypeOf(request);
  const decode = type && (isJsonCalledForm(type, body) ? decodeJson : decoders[type.essence]);
  if (!decode) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (!/^utf-?8$/i.test(type.params.get('charset') ?? 'utf-8')) throw new Refusal('UNSUPPORTED_CHARSET');

  const pairs = decode(body, type);
  if (!pairs) throw new Refusal('MALFORMED_BODY', { facts: { mediaType: type.essence } });
  return pairs;
}

function requireBoundary(request: Request): void {
  const type = Buffer.isBuffer(request.body) ? mediaTypeOf(request) : undefined;
  if (type?.essence === 'multipart/form-data') boundaryOf(type);
}

type Decoder = (body: Buffer, type: MIMEType) => SentParameter[] | undefined;

const decoders: Record<string, Decoder | undefined> = {
  'application/json': decodeJson,
  'application/x-www-form-urlencoded': decodeForm,
  'multipart/form-data': decodeMultipart,
};

/** Recognizes JSON that `curl -d` sends without the right Content-Type. No encoder of forms leaves a brace bare. */
function isJsonCalledForm({ essence }: MIMEType, body: Buffer): boolean {
  return essence === 'application/x-www-form-urlencoded' && body[0] === '{'.charCodeAt(0);
}

function mediaTypeOf(request: Request): MIMEType | undefined {
  try {
    return new MIMEType(request.headers['content-type'] ?? '');
  } catch {
    return undefined;
  }
}

function collect(sent: SentParameter[]): ReceivedParameters {
  const parameters = new Map<string, string>();
  const unreadable = new Map<string, Problem>();
  for (const [name, value] of sent) {
    const problem = typeof value === 'string' ? textProblem(name, value, parameters) : value;
    if (problem) unreadable.set(name, problem);
    else if (typeof value === 'string') parameters.set(name, value);
  }
  return { parameters, unreadable };
}

function textProblem(name: string, value: string, before: ReadonlyMap<string, string>): Problem | undefined {
  if (!name.isWellFormed() || !value.isWellFormed()) return { code: 'malformedText' };
  const known = before.get(name);
  return known === undefined || known === value ? undefined : { code: 'differentValues' };
}
