import type { NextFunction, Request, Response } from 'express';
import { answerErrors, wantedMediaType } from './answerErrors.ts';

/**
 * Refuses a request without an operation in the form of GraphQL over HTTP. Apollo would do so too, but would leave no
 * code for the log and the metrics. Expects that the body is parsed.
 */
export function requireOperation(request: Request, response: Response, next: NextFunction): void {
  const isGet = request.method === 'GET';
  const message = isGet ? refuseSearch(request) : refuseBody(request.body);
  if (message !== null) answerErrors(response, 400, [{ message, extensions: { code: 'BAD_REQUEST' } }]);
  else if (extensionsOf(request)?.['persistedQuery']) refusePersistedQuery(response);
  else next();
}

/** A query is measured before it is read, and a hash could not be. Clients know this message, and send the query next. */
function refusePersistedQuery(response: Response): void {
  // Clients that are older than the media type of GraphQL take any other status for a failed connection.
  const status = wantedMediaType(response.req)?.startsWith('application/json') ? 200 : 400;
  const extensions = { code: 'PERSISTED_QUERY_NOT_SUPPORTED' };
  answerErrors(response, status, [{ message: 'PersistedQueryNotSupported', extensions }]);
}

/** Returns the extensions. The form of the request has been checked before. */
function extensionsOf(request: Request): Record<string, unknown> | null | undefined {
  if (request.method !== 'GET') return (request.body as { extensions?: Record<string, unknown> | null }).extensions;
  const text = searchOf(request).get('extensions');
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns the parameters of the address. Express has its parser turned off. */
export function searchOf({ url }: Request): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams;
}

function refuseSearch(request: Request): string | null {
  const searchParams = searchOf(request);
  for (const name of ['query', 'operationName', 'variables', 'extensions']) {
    if (searchParams.getAll(name).length > 1) return `The parameter ${name} must be there once.`;
  }
  for (const name of ['variables', 'extensions']) {
    const text = searchParams.get(name);
    if (text !== null && !isObject(parsed(text))) return `The parameter ${name} must be a JSON object.`;
  }
  return null;
}

function refuseBody(body: unknown): string | null {
  if (Array.isArray(body)) return 'Send one operation in a request: batches are not supported.';
  if (!isObject(body) || Object.keys(body).length === 0) return 'The request body must be a JSON object with a query.';
  const { query, operationName, variables, extensions } = body;
  if (isGiven(query) && typeof query !== 'string') return 'The query must be a text.';
  if (isGiven(operationName) && typeof operationName !== 'string') return 'The operationName must be a text.';
  if (isGiven(variables) && !isObject(variables)) return 'The variables must be a JSON object.';
  if (isGiven(extensions) && !isObject(extensions)) return 'The extensions must be a JSON object.';
  return null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
