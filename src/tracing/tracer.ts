import { trace, type Tracer, type TracerProvider } from '@opentelemetry/api';

let version: string | undefined;

/** Sets the version of the service for all spans that begin from now on. */
export function nameTracerVersion(ofService: string): void {
  version = ofService;
}

/** Returns the tracer with which the service begins its spans; null: nobody wants spans. */
export function activeTracer(): Tracer | null {
  const provider: Provider = trace.getTracerProvider();
  const delegate = provider.getDelegateTracer?.bind(provider) ?? provider.getTracer.bind(provider);
  return delegate('openplug', version) ?? null;
}

/** The API stands in for a provider that may come later. Only this method says that none has come. */
interface Provider extends TracerProvider {
  getDelegateTracer?(name: string, version?: string): Tracer | undefined;
}

/** Returns the attributes of the server in a URL, as the stable HTTP conventions of OpenTelemetry have them. */
export function serverAttributes({ protocol, hostname, port }: URL) {
  const usualPort = protocol === 'https:' ? 443 : 80;
  return { 'server.address': hostname, 'server.port': port === '' ? usualPort : Number(port) };
}
