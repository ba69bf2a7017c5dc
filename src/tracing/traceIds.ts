import { context, isSpanContextValid, trace } from '@opentelemetry/api';

/**
 * Returns, for each log line, the span in which it was written, so that one leads to the other. The names are those that
 * OpenTelemetry has for logs that are not its own. Empty without tracing.
 */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getSpanContext(context.active());
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
