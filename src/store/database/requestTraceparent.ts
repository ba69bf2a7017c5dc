import { context, createContextKey, type Context } from '@opentelemetry/api';

const key = createContextKey('openplug: traceparent of the request');

export function withRequestTraceparent(of: Context, traceparent: string): Context {
  return of.setValue(key, traceparent);
}

/**
 * Returns the W3C traceparent of the request that is being answered, for work that it causes later, perhaps in another
 * process; null when it is not traced.
 */
export function requestTraceparent(): string | null {
  return (context.active().getValue(key) as string | undefined) ?? null;
}
