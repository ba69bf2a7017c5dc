import { setTimeout as passTime } from 'node:timers/promises';
import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { readVersion } from './readVersion.ts';

export interface Tracing {
  /** Runs what is to leave no spans but those that are begun in it on purpose: the sweeps, one a second, and their queries. */
  untraced<Result>(work: () => Result): Result;
  /** Sends what is left, for `flushMs` at most. */
  stop(): Promise<void>;
}

/** A collector that hangs must not hold up the stop. */
const flushMs = 2_000;

/**
 * Traces by OpenTelemetry's own variables, which its SDK reads: OTEL_EXPORTER_OTLP_ENDPOINT and so on. Unless they ask for
 * traces, no SDK is loaded and the API does nothing. A collector that is away costs spans, and one line in the log.
 */
export async function startTracing(environment: NodeJS.ProcessEnv, log: Logger): Promise<Tracing> {
  const wanted = wantedExporter(environment);
  if (wanted === null) return noTracing;
  if (wanted === 'unknown') {
    log.warn('there are no traces: OTEL_TRACES_EXPORTER knows otlp and console, over http/protobuf or http/json');
    return noTracing;
  }
  const [sdk, core, { envDetector, resourceFromAttributes, detectResources }, prisma] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@prisma/instrumentation'),
  ]);
  const exporter = tellingWhenAway(await exporters[wanted](), log);
  const service = { 'service.name': 'openplug', 'service.version': await readVersion() };
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes(service).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  // Whatever OTEL_PROPAGATORS says: a traceparent is what is kept with deliveries.
  provider.register({ propagator: new core.W3CTraceContextPropagator() });
  prisma.registerInstrumentations({ instrumentations: [new prisma.PrismaInstrumentation()] });
  return {
    untraced: (work) => context.with(core.suppressTracing(ROOT_CONTEXT), work),
    stop: async () => {
      const flushed = provider.shutdown().catch(() => {});
      await Promise.race([flushed, passTime(flushMs)]);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

const noTracing: Tracing = { untraced: (work) => work(), stop: async () => {} };

const exporters = {
  'http/protobuf': async (): Promise<SpanExporter> => {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
    return new OTLPTraceExporter();
  },
  'http/json': async (): Promise<SpanExporter> => {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter();
  },
  console: async (): Promise<SpanExporter> => {
    const { ConsoleSpanExporter } = await import('@opentelemetry/sdk-trace-node');
    return new ConsoleSpanExporter();
  },
};

/** Null: no traces are asked for. An empty variable is an absent one, as the OpenTelemetry specification has it. */
function wantedExporter(environment: NodeJS.ProcessEnv): keyof typeof exporters | 'unknown' | null {
  const valueOf = (name: string) => environment[name]?.trim() || undefined;
  const endpoint = valueOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? valueOf('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = valueOf('OTEL_TRACES_EXPORTER') ?? (endpoint === undefined ? 'none' : 'otlp');
  if (exporter === 'none' || valueOf('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  if (exporter === 'console') return 'console';
  const protocol =
    valueOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? valueOf('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  const isSpoken = exporter === 'otlp' && (protocol === 'http/protobuf' || protocol === 'http/json');
  return isSpoken ? protocol : 'unknown';
}

/** Says once that spans are lost, and once that they arrive again, rather than for each batch. */
function tellingWhenAway(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway) log.warn({ reason: result.error?.message }, 'traces cannot be sent and are dropped');
        if (!failed && isAway) log.info('traces are sent again');
        isAway = failed;
        done(result);
      }),
    shutdown: async () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
