export type WantedExporter = 'http/protobuf' | 'http/json' | 'console';

/**
 * Returns the exporter that OpenTelemetry's variables name; null: none. `refusal` is a sentence that says why traces
 * cannot be sent: OpenTelemetry would silently send to a default address instead, or drop each span. By its
 * specification, an empty variable is an absent one.
 */
export function wantedExporter(environment: NodeJS.ProcessEnv): WantedExporter | { refusal: string } | null {
  const isGiven = (name: string) => Boolean(environment[name]?.trim());
  const valueOf = (...names: string[]) => environment[names.find(isGiven) ?? '']?.trim();
  const endpointName = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(isGiven);

  const exporter = valueOf('OTEL_TRACES_EXPORTER') ?? (endpointName === undefined ? 'none' : 'otlp');
  if (exporter === 'none' || valueOf('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  const badSize = ['OTEL_BSP_MAX_QUEUE_SIZE', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'].find(
    (name) => isGiven(name) && !/^0*[1-9]\d*$/.test(valueOf(name)!),
  );
  if (badSize !== undefined) return { refusal: `${badSize} must be a whole number from 1 on` };
  if (exporter === 'console') return 'console';

  const protocol = valueOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (exporter !== 'otlp' || (protocol !== 'http/protobuf' && protocol !== 'http/json')) {
    return { refusal: 'OTEL_TRACES_EXPORTER knows otlp and console, over http/protobuf or http/json' };
  }
  // With the space around it, since OpenTelemetry reads it like that.
  if (endpointName !== undefined && !isHttpUrl(environment[endpointName]!)) {
    return { refusal: `${endpointName} must be a URL that begins with http:// or https://` };
  }
  return protocol;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
