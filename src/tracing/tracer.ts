import { trace, type Tracer, type TracerProvider } from '@opentelemetry/api';

let version: string | undefined;

/** Sets the version of the service for all spans that begin from now on. */
export function setTracerVersion(ofService: string): void {
  version = ofService;
}

/** Returns the tracer with which the service begins its spans; null: nobody wants spans. */
export function activeTracer(): Tracer | null {
  const provider: Provider = trace.getTracerProvider();
  const delegate = provider.getDelegateTracer?.bind(provider) ?? provider.getTracer.bind(provider);
  return delegate('openplug', version) ?? null;
}

/** Until a provider is registered, the API gives a stand-in. Only this method shows that: it returns undefined. */
interface Provider extends TracerProvider {
  getDelegateTracer?(name: string, version?: string): Tracer | undefined;
}

/** Returns the attributes of the server in a URL, as the stable HTTP conventions of OpenTelemetry have them. */
export function serverAttributes({ protocol, hostname, port }: URL) {
  const usualPort = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? usualPort : Number(port) };
}
