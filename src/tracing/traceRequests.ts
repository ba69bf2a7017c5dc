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
import type { RequestOver } from '../http/observeRequests.ts';
import { contextOf, probes } from '../http/requestContext.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { withRequestTraceparent } from '../store/database/requestTraceparent.ts';
import { activeTracer, serverAttributes } from './tracer.ts';

/**
 * Begins a span for each request but probes; everything that follows runs in it. Callers are not trusted with our traces:
 * each request begins its own trace, and the caller's `traceparent` becomes a link. Without tracing this does nothing.
 *
 * It replaces OpenTelemetry's own instrumentation of HTTP, which records queries, and with them access tokens.
 */
export function traceRequests(): RequestHandler {
  return (request, _response, next) => {
    const { endpoint, address } = contextOf(request);
    const tracer = probes.has(endpoint) ? null : activeTracer();
    if (!tracer) {
      next();
      return;
    }
    const { name, attributes } = describeTarget(request.method, endpoint);
    const options = {
      kind: SpanKind.SERVER,
      links: linksOf(request),
      attributes: {
        ...attributes,
        'url.scheme': request.protocol,
        'network.protocol.version': request.httpVersion,
        ...serverOf(request),
        ...(address !== null && { 'client.address': address }),
      },
    };
    const active = trace.setSpan(ROOT_CONTEXT, tracer.startSpan(name, options, ROOT_CONTEXT));
    const carrier: { traceparent?: string } = {};
    propagation.inject(active, carrier);
    context.with(carrier.traceparent ? withRequestTraceparent(active, carrier.traceparent) : active, () => next());
  };
}

/** Ends the span that is active. Names are OpenTelemetry's semantic conventions. No query or unknown path is in it. */
export function endRequestSpan(request: RequestOver): void {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return;
  const { status, requestId, pluginId, refusal, operation, operationType, errorCodes, isOurFault } = request;
  span.setAttributes({
    'http.response.status_code': status,
    'openplug.request_id': requestId,
    ...(operation !== null && { 'graphql.operation.name': operation }),
    ...(operationType !== null && { 'graphql.operation.type': operationType }),
    ...(isOurFault && { 'error.type': status >= 400 ? String(status) : (errorCodes[0] ?? '_OTHER') }),
    ...(pluginId !== null && { 'openplug.plugin_id': pluginId }),
    ...(refusal !== null && { 'openplug.refusal': refusal }),
    ...(errorCodes.length > 0 && { 'openplug.error_codes': [...errorCodes] }),
  });
  if (isOurFault) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

const knownMethods: ReadonlySet<string> = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '));

/** The stable conventions for HTTP name a span by the method and the route, or by the method alone. */
function describeTarget(method: string, endpoint: string) {
  const isKnown = knownMethods.has(method);
  const route = endpoint === 'other' ? undefined : endpoint.replace(/^\w+ /, '');
  return {
    name: [isKnown ? method : 'HTTP', route].filter(Boolean).join(' '),
    attributes: {
      'http.request.method': isKnown ? method : '_OTHER',
      ...(!isKnown && { 'http.request.method_original': method }),
      ...(route !== undefined && { 'http.route': route, 'url.path': route }),
    },
  };
}

/** The longest name in the DNS. */
const longestHost = 253;

/** Returns the name that the caller, or a trusted proxy, has for this service. */
function serverOf({ host, protocol }: Request) {
  const url = `${protocol}://${host ?? ''}`;
  if (!URL.canParse(url)) return {};
  const attributes = serverAttributes(new URL(url));
  return { ...attributes, 'server.address': leaveSecretsOut(attributes['server.address']).slice(0, longestHost) };
}

function linksOf({ headers }: Request): Link[] {
  const given = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  return given && isSpanContextValid(given) ? [{ context: given }] : [];
}
