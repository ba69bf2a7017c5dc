import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedSpan {
  name: string;
  /** OTLP's number: 1 internal, 2 server, 3 client. */
  kind: number;
  traceId: string;
  spanId: string;
  /** Undefined: it began its trace. */
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  links?: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  scope: { name: string; version?: string };
}

export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** The texts that arrived. */
  bodies: string[];
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

/** Takes spans over OTLP/HTTP in JSON on 127.0.0.1, as any collector does. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () => bodies.flatMap((body) => (JSON.parse(body) as ExportRequest).resourceSpans.flatMap(spansOf)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface ExportRequest {
  resourceSpans: ResourceSpans[];
}

interface ResourceSpans {
  resource: { attributes: KeyValue[] };
  scopeSpans: {
    scope: ReceivedSpan['scope'];
    spans: (Omit<ReceivedSpan, 'attributes' | 'resource' | 'scope'> & { attributes: KeyValue[] })[];
  }[];
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

function spansOf({ resource, scopeSpans }: ResourceSpans): ReceivedSpan[] {
  return scopeSpans.flatMap(({ scope, spans }) =>
    spans.map((span) => ({ ...span, scope, attributes: read(span.attributes), resource: read(resource.attributes) })),
  );
}

function read(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
