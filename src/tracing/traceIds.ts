import { context, isSpanContextValid, trace } from '@opentelemetry/api';

/** For each log line: the span in which it was written, so that one leads to the other. Empty without tracing. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const span = trace.getSpanContext(context.active());
  return span && isSpanContextValid(span) ? { traceId: span.traceId, spanId: span.spanId } : {};
}
