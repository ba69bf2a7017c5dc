import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { latenessMs } from '../rules/callbacks/callbackSchedule.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import type { AttemptResult } from '../store/deliveries/attemptResult.ts';
import type { StartedAttempt } from '../store/deliveries/startDueAttempts.ts';
import { openplugTracer } from './openplugTracer.ts';
import { serverAttributes } from './serverAttributes.ts';

/** An attempt that is over. */
export interface TracedAttempt {
  attempt: Omit<StartedAttempt, 'requestBody' | 'previousSigns' | 'leaseToken'>;
  result: Pick<AttemptResult, 'outcome' | 'httpStatus' | 'remoteAddress' | 'error' | 'durationMs'>;
}

/**
 * The span of an attempt that is over, in the trace of the request that asked for it: of the payment, or of the resend.
 * `tell` runs in that span. Of the callback's URL only the origin is kept; paths and queries of such addresses are often
 * secret. The receiver, a third party, is not sent a `traceparent`.
 */
export function traceAttempt({ attempt, result }: TracedAttempt, tell: () => void): void {
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
  const span = openplugTracer().startSpan('POST', options, parent);
  if (outcome !== 'ACKNOWLEDGED') {
    span.setStatus({ code: SpanStatusCode.ERROR, ...(error !== null && { message: leaveSecretsOut(error) }) });
  }
  span.end(startedAt.getTime() + (durationMs ?? 0));
  context.with(trace.setSpan(ROOT_CONTEXT, span), tell);
}

function serverOf(url: string) {
  if (!URL.canParse(url)) return {};
  const parsed = new URL(url);
  const { origin, pathname, search } = parsed;
  return {
    'url.full': `${origin}/${pathname === '/' && search === '' ? '' : 'REDACTED'}`,
    ...serverAttributes(parsed),
  };
}
