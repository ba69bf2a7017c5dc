import { setTimeout as passTime } from 'node:timers/promises';
import { context, diag, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { openTracingLog, type TracingLog } from './openTracingLog.ts';
import { setTracerVersion } from './tracer.ts';
import { wantedExporter } from './wantedExporter.ts';

export interface Tracing {
  /** Runs work that leaves no spans, unless it begins them on purpose: sweeps, one a second, and their queries. */
  untraced<Result>(work: () => Result): Result;
  /** Sends the spans that are left; this takes `flushMs` at most. */
  stop(): Promise<void>;
}

/** A collector that hangs must not hold up the stop. */
const flushMs = 2_000;

/**
 * Starts tracing by OpenTelemetry's own variables, which its SDK reads: OTEL_EXPORTER_OTLP_ENDPOINT and so on. Unless
 * they request traces, no SDK is loaded and the API does nothing. When a collector is away, its spans are lost and one
 * line in the log says so. The log also has OpenTelemetry's complaints about its variables.
 */
export async function startTracing(
  environment: NodeJS.ProcessEnv,
  readVersion: () => Promise<string>,
  log: Logger,
): Promise<Tracing> {
  const wanted = wantedExporter(environment);
  if (wanted === null) return noTracing;
  if (typeof wanted === 'object') {
    log.warn(`there are no traces: ${wanted.refusal}`);
    return noTracing;
  }
  const tracingLog = openTracingLog(environment, log);
  const [sdk, core, { detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector }, prisma] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@prisma/instrumentation'),
    ]);
  const exporter = loggedExporter(await exporters[wanted](), tracingLog, core.ExportResultCode);
  const version = await readVersion();
  setTracerVersion(version);
  const service = { 'service.name': 'openplug', 'service.version': version };
  // The variables go before what is made up.
  const detectors = [serviceInstanceIdDetector, envDetector];
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes(service).merge(detectResources({ detectors })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  // OTEL_PROPAGATORS has no effect: deliveries keep a traceparent.
  provider.register({ propagator: new core.W3CTraceContextPropagator() });
  prisma.registerInstrumentations({ instrumentations: [new prisma.PrismaInstrumentation()] });
  return {
    untraced: (work) => context.with(core.suppressTracing(ROOT_CONTEXT), work),
    stop: async () => {
      const flushed = provider.shutdown().catch(() => {});
      await Promise.race([flushed, passTime(flushMs)]);
      for (const api of [trace, context, propagation, diag]) api.disable();
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

/** Logs once that spans are lost, and once that they arrive again, rather than for each batch. */
function loggedExporter(exporter: SpanExporter, log: TracingLog, codes: typeof ExportResultCode): SpanExporter {
  let isAway = false;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== codes.SUCCESS;
        if (failed && !isAway) log.warn('traces cannot be sent and are dropped', error?.message ?? 'unknown');
        if (!failed && isAway) log.info('traces are sent again');
        isAway = failed;
        // It has been logged; OpenTelemetry would complain of each batch.
        done({ code: codes.SUCCESS });
      }),
    shutdown: async () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
