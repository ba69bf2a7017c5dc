import { context, diag, DiagLogLevel, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Logger } from 'pino';

export interface TracingLog {
  /** What OpenTelemetry itself warns of. Each kind once: settings are read many times, and spans come by the thousand. */
  complain(text: string): void;
  spansAreLost(reason: string): void;
  spansArriveAgain(): void;
}

const mostKinds = 50;
const longestText = 500;

/**
 * The lines about tracing. They are of no trace, though what they tell of happens while some request has the floor, and
 * nothing that OTEL_EXPORTER_OTLP_HEADERS holds is in them.
 */
export function openTracingLog(environment: NodeJS.ProcessEnv, log: Logger): TracingLog {
  const hidden = headerTexts(environment);
  const withoutHeaders = (text: string) =>
    hidden.reduce((rest, secret) => rest.replaceAll(secret, '[left out]'), text).slice(0, longestText);
  const kinds = new Set<string>();
  return {
    complain: (text) => {
      const reason = withoutHeaders(text);
      const kind = reason.replaceAll(/\d+/g, '0');
      if (kinds.has(kind) || kinds.size === mostKinds) return;
      kinds.add(kind);
      outsideOfSpans(() => log.warn({ reason }, 'OpenTelemetry complains'));
    },
    spansAreLost: (text) => {
      const reason = withoutHeaders(text);
      outsideOfSpans(() => log.warn({ reason }, 'traces cannot be sent and are dropped'));
    },
    spansArriveAgain: () => outsideOfSpans(() => log.info('traces are sent again')),
  };
}

/** Until `diag.disable()`. */
export function hearDiagnostics({ complain }: TracingLog): void {
  // What is no text may hold what a collector answered.
  const hear = (...parts: unknown[]) => complain(parts.filter((part) => typeof part === 'string').join(' '));
  const logger = { error: hear, warn: hear, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

const ignore = () => {};

function outsideOfSpans(write: () => void): void {
  context.with(ROOT_CONTEXT, write);
}

/** Names, values and what is neither, since headers that are written wrongly are what one hears of. */
function headerTexts(environment: NodeJS.ProcessEnv): string[] {
  const given = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'].map(
    (name) => environment[name] ?? '',
  );
  const parts = given.flatMap((text) => [text, ...text.split(/[,;=]/)]).map((text) => text.trim());
  const texts = parts.flatMap((text) => [text, decoded(text)]).filter((text) => text.length > 3);
  // The longest first: a part of one would leave the rest of it.
  return texts.toSorted((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
