import { context as tracing } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { contextOf, type RequestContext } from './requestContext.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';

/** A request that was answered, or whose caller went away first. Its path, query, headers and body are left out. */
export interface RequestOver {
  requestId: string;
  /** The endpoint, by one of a fixed set of names, whatever the request was for. */
  endpoint: string;
  method: string | null;
  /** The status of the answer. 499, as in nginx: the caller went away before there was one. */
  status: number;
  /** The code of the REST door's refusal. */
  refusal: string | null;
  /** The error codes of the admin door, each once; SERVICE_UNAVAILABLE of both doors. */
  errorCodes: readonly string[];
  /** The plugin that the caller claims to be, without anything that looks like a secret. */
  pluginId: string | null;
  /** The name of the staff's key, without anything that looks like a secret. */
  actor: string | null;
  /** The GraphQL operation's name. */
  operation: string | null;
  /** query or mutation. */
  operationType: string | null;
  startedAt: Date;
  durationMs: number;
  /** The lengths that the headers name; null for bodies in chunks. */
  requestBytes: number | null;
  responseBytes: number | null;
  remoteAddress: string | null;
  /** True: the caller went away before the answer was written. */
  aborted: boolean;
  /** True: it failed, and neither its caller nor a developer can fix that. */
  isOurFault: boolean;
}

/** Gives each response the id of its request, and reports when the request is over. Goes before all other handlers. */
export function observeRequests(onRequestOver: (request: RequestOver) => void): RequestHandler {
  return (request, response, next) => {
    const context = contextOf(request);
    response.setHeader('X-Request-Id', context.requestId);
    // Node emits `finish` also when the connection is cut, and it closes the connection after the last answer. So this
    // listener must be the first.
    let isWritten = false;
    response.prependOnceListener('finish', () => (isWritten = !request.socket.destroyed));
    const tell = () => {
      onRequestOver({ aborted: !isWritten, ...outcomeOf(request, response, context) });
    };
    // The event comes from the connection, so the trace of the request is bound here.
    response.once('close', tracing.bind(tracing.active(), tell));
    next();
  };
}

/** Returns the end of a request that was refused, or whose caller left, before there was a route for it. */
export function overWithoutRoute(
  { requestId, address, endpoint = 'other' }: Pick<RequestContext, 'requestId' | 'address'> & { endpoint?: string },
  end: Pick<RequestOver, 'method' | 'status' | 'refusal'>,
): RequestOver {
  return {
    requestId,
    endpoint,
    remoteAddress: address,
    ...end,
    errorCodes: [],
    pluginId: null,
    actor: null,
    operation: null,
    operationType: null,
    startedAt: new Date(),
    durationMs: 0,
    requestBytes: null,
    responseBytes: null,
    aborted: end.status === 499,
    isOurFault: false,
  };
}

const codesOfOurs: ReadonlySet<string> = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);

function outcomeOf(request: Request, response: Response, context: RequestContext) {
  const { requestId, address, arrivedAt, arrivedAtMs, refusal, pluginId, staff, errorCodes } = context;
  const { endpoint, operation, operationType } = context;
  const durationMs = performance.now() - arrivedAtMs;
  const isAnswered = response.headersSent || refusal === 'REQUEST_OVERDUE';
  const status = isAnswered ? response.statusCode : 499;
  const isLeftWaiting = status === 499 && request.complete && durationMs >= patienceMs;
  return {
    status,
    isOurFault: status >= 500 || errorCodes.some((code) => codesOfOurs.has(code)) || isLeftWaiting,
    requestBytes: bytesOf(request.headers['content-length']),
    responseBytes: bytesOf(response.getHeader('Content-Length')),
    requestId,
    endpoint,
    method: request.method,
    startedAt: arrivedAt,
    durationMs,
    remoteAddress: address,
    refusal,
    pluginId,
    actor: staff && leaveSecretsOut(staff.actor.name),
    operation,
    operationType,
    errorCodes,
  };
}

/**
 * The wait after which a caller who leaves has not just changed their mind. Most clients wait for 5 s or more, and an
 * answer takes milliseconds.
 */
const patienceMs = 4_000;

function bytesOf(contentLength: number | string | string[] | undefined): number | null {
  return contentLength === undefined || !/^\d{1,15}$/.test(String(contentLength)) ? null : Number(contentLength);
}
