import { trace, type Tracer } from '@opentelemetry/api';

let version: string | undefined;

/** Has all spans that begin from now on say which version of the service made them. */
export function nameTracerVersion(ofService: string): void {
  version = ofService;
}

/** Returns what begins the spans of the service; without tracing they go nowhere. */
export function openplugTracer(): Tracer {
  return trace.getTracer('openplug', version);
}
