import { setTimeout as passTime } from 'node:timers/promises';
import { context, diag, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { nameTracerVersion } from './openplugTracer.ts';
import { hearDiagnostics, openTracingLog, type TracingLog } from './openTracingLog.ts';
import { wantedExporter } from './wantedExporter.ts';

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
 * traces, no SDK is loaded and the API does nothing. A collector that is away costs spans, and one line in the log; what
 * OpenTelemetry does not like about its variables is in the log too.
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
  hearDiagnostics(tracingLog);
  const [sdk, core, { detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector }, prisma] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@prisma/instrumentation'),
    ]);
  const exporter = tellingWhenAway(await exporters[wanted](), tracingLog, core.ExportResultCode);
  const version = await readVersion();
  nameTracerVersion(version);
  const service = { 'service.name': 'openplug', 'service.version': version };
  // What the environment says goes before what is made up.
  const detectors = [serviceInstanceIdDetector, envDetector];
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes(service).merge(detectResources({ detectors })),
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

/** Says once that spans are lost, and once that they arrive again, rather than for each batch. */
function tellingWhenAway(
  exporter: SpanExporter,
  { spansAreLost, spansArriveAgain }: TracingLog,
  codes: typeof ExportResultCode,
): SpanExporter {
  let isAway = false;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== codes.SUCCESS;
        if (failed && !isAway) spansAreLost(error?.message ?? 'unknown');
        if (!failed && isAway) spansArriveAgain();
        isAway = failed;
        // It has been told; OpenTelemetry would complain of each batch.
        done({ code: codes.SUCCESS });
      }),
    shutdown: async () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
