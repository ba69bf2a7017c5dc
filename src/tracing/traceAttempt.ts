import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { latenessMs } from '../rules/callbacks/callbackSchedule.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { listenerUrl, type AttemptResult } from '../store/deliveries/attemptResult.ts';
import type { StartedAttempt } from '../store/deliveries/startDueAttempts.ts';
import { activeTracer, serverAttributes } from './tracer.ts';

/** An attempt that is over. */
export interface TracedAttempt {
  attempt: Omit<StartedAttempt, 'requestBody' | 'previousSigns' | 'leaseToken' | 'delivery'>;
  result: Pick<AttemptResult, 'outcome' | 'httpStatus' | 'remoteAddress' | 'error' | 'durationMs'>;
}

/**
 * Writes the span of an attempt that is over, in the trace of the request that caused it: the payment or the resend.
 * `report` runs in that span. Only the origin of the callback's URL is kept, since paths and queries of such addresses
 * are often secret. The receiver is a third party and gets no `traceparent`.
 */
export function traceAttempt({ attempt, result }: TracedAttempt, report: () => void): void {
  const tracer = activeTracer();
  if (!tracer) {
    report();
    return;
  }
  const { traceparent, orderId, pluginId, number, trigger, url, startedAt } = attempt;
  const { outcome, httpStatus, remoteAddress, error, durationMs } = result;
  const parent = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
  const attributes = {
    'http.request.method': 'POST',
    ...serverOf(url),
    ...(httpStatus !== null && { 'http.response.status_code': httpStatus }),
    ...(remoteAddress !== null && { 'network.peer.address': remoteAddress }),
    ...(outcome !== 'ACKNOWLEDGED' && { 'error.type': outcome }),
    'openplug.order_id': orderId,
    'openplug.plugin_id': pluginId,
    'openplug.attempt.number': number,
    'openplug.attempt.trigger': trigger,
    'openplug.attempt.outcome': outcome,
    'openplug.attempt.lateness_ms': latenessMs(attempt),
  };
  const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes };
  const span = tracer.startSpan('POST', options, parent);
  if (outcome !== 'ACKNOWLEDGED') {
    span.setStatus({ code: SpanStatusCode.ERROR, ...(error !== null && { message: leaveSecretsOut(error) }) });
  }
  span.end(startedAt.getTime() + (durationMs ?? 0));
  context.with(trace.setSpan(ROOT_CONTEXT, span), report);
}

function serverOf(url: string) {
  if (url === listenerUrl || !URL.canParse(url)) return {};
  const parsed = new URL(url);
  const { origin, pathname, search } = parsed;
  return {
    'url.full': `${origin}/${pathname === '/' && search === '' ? '' : 'REDACTED'}`,
    ...serverAttributes(parsed),
  };
}
