import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Link,
} from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { withRequestTraceparent } from '../store/requestTraceparent.ts';

/** A request that is over. */
export interface TracedRequest {
  requestId: string;
  endpoint: string;
  method: string | null;
  status: number;
  refusal: string | null;
  errorCodes: readonly string[];
  pluginId: string | null;
  operation: string | null;
  isOurFault: boolean;
}

/**
 * A span for each request that is none of the `isLeftOut`, in which all that follows runs. Callers are not trusted with our traces: each
 * request begins its own, whatever its `traceparent` says, which becomes a link. Without tracing this does nothing.
 */
export function traceRequests(isLeftOut: (request: Request) => boolean): RequestHandler {
  return (request, _response, next) => {
    if (isLeftOut(request)) {
      next();
      return;
    }
    const options = { kind: SpanKind.SERVER, links: linksOf(request), attributes: { 'url.scheme': 'http' } };
    const span = trace.getTracer('openplug').startSpan(request.method, options, ROOT_CONTEXT);
    const active = trace.setSpan(ROOT_CONTEXT, span);
    const carrier: { traceparent?: string } = {};
    propagation.inject(active, carrier);
    context.with(carrier.traceparent ? withRequestTraceparent(active, carrier.traceparent) : active, () => next());
  };
}

/** Ends the span that is active. Names are OpenTelemetry's semantic conventions; no query, header or unknown path. */
export function endRequestSpan(request: TracedRequest): void {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return;
  const { method, endpoint, status, requestId, pluginId, refusal, operation, errorCodes, isOurFault } = request;
  const route = endpoint === 'other' ? undefined : endpoint.replace(/^\w+ /, '');
  span.updateName(route === undefined ? (method ?? 'HTTP') : `${method} ${route}`);
  span.setAttributes({
    'http.request.method': method ?? '_OTHER',
    'http.response.status_code': status,
    'openplug.request_id': requestId,
    ...(route !== undefined && { 'http.route': route, 'url.path': route }),
    ...(operation !== null && { 'graphql.operation.name': operation }),
    ...(pluginId !== null && { 'openplug.plugin_id': pluginId }),
    ...(refusal !== null && { 'openplug.refusal': refusal }),
    ...(errorCodes.length > 0 && { 'openplug.error_codes': [...errorCodes] }),
  });
  if (isOurFault) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function linksOf({ headers }: Request): Link[] {
  const given = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  return given && isSpanContextValid(given) ? [{ context: given }] : [];
}
