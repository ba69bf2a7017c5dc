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
import { contextOf, probes } from '../http/requestContext.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { withRequestTraceparent } from '../store/database/requestTraceparent.ts';
import { openplugTracer } from './openplugTracer.ts';
import { serverAttributes } from './serverAttributes.ts';

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
  operationType: string | null;
  isOurFault: boolean;
}

/**
 * Begins a span for each request, in which all that follows runs. Callers are not trusted with our traces: each request
 * begins its own, whatever its `traceparent` says, which becomes a link. Without tracing this does nothing.
 */
export function traceRequests(): RequestHandler {
  return (request, _response, next) => {
    const { endpoint, address } = contextOf(request);
    if (probes.has(endpoint)) {
      next();
      return;
    }
    const attributes = {
      ...attributesOf(request.method, endpoint),
      'url.scheme': request.protocol,
      'network.protocol.version': request.httpVersion,
      ...serverOf(request),
      ...(address !== null && { 'client.address': address }),
    };
    const options = { kind: SpanKind.SERVER, links: linksOf(request), attributes };
    const span = openplugTracer().startSpan(nameOf(request.method, endpoint), options, ROOT_CONTEXT);
    const active = trace.setSpan(ROOT_CONTEXT, span);
    const carrier: { traceparent?: string } = {};
    propagation.inject(active, carrier);
    context.with(carrier.traceparent ? withRequestTraceparent(active, carrier.traceparent) : active, () => next());
  };
}

/** Ends the span that is active. Names are OpenTelemetry's semantic conventions; no query or unknown path. */
export function endRequestSpan(request: TracedRequest): void {
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

/** As the stable conventions for HTTP have it: the method and the route, or the method alone. */
function nameOf(method: string, endpoint: string): string {
  const name = knownMethods.has(method) ? method : 'HTTP';
  const route = routeOf(endpoint);
  return route === undefined ? name : `${name} ${route}`;
}

function attributesOf(method: string, endpoint: string) {
  const route = routeOf(endpoint);
  return {
    ...(knownMethods.has(method)
      ? { 'http.request.method': method }
      : { 'http.request.method': '_OTHER', 'http.request.method_original': method }),
    ...(route !== undefined && { 'http.route': route, 'url.path': route }),
  };
}

const knownMethods: ReadonlySet<string> = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '));

function routeOf(endpoint: string): string | undefined {
  return endpoint === 'other' ? undefined : endpoint.replace(/^\w+ /, '');
}

/** The name that the caller, or a trusted proxy, has for this service. */
function serverOf({ host, protocol }: Request) {
  const url = `${protocol}://${host ?? ''}`;
  if (!URL.canParse(url)) return {};
  const attributes = serverAttributes(new URL(url));
  return { ...attributes, 'server.address': leaveSecretsOut(attributes['server.address']).slice(0, longestHost) };
}

/** The form of a name in the DNS. */
const longestHost = 253;

function linksOf({ headers }: Request): Link[] {
  const given = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  return given && isSpanContextValid(given) ? [{ context: given }] : [];
}
