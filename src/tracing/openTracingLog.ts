import { context, diag, DiagLogLevel, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Logger } from 'pino';

export interface TracingLog {
  warn(message: string, reason: string): void;
  info(message: string): void;
}

const mostKinds = 50;
const longestText = 500;

/**
 * Opens the log of tracing itself. Its lines belong to no trace, though some request is being answered when they are
 * written. They hold nothing of OTEL_EXPORTER_OTLP_HEADERS. Warnings of OpenTelemetry come there until `diag.disable()`.
 */
export function openTracingLog(environment: NodeJS.ProcessEnv, log: Logger): TracingLog {
  const secrets = headerTexts(environment);
  const warn = (message: string, text: string) => {
    const reason = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[left out]'), text).slice(0, longestText);
    context.with(ROOT_CONTEXT, () => log.warn({ reason }, message));
  };
  reportDiagnostics((reason) => warn('OpenTelemetry complains', reason));
  return { warn, info: (message) => context.with(ROOT_CONTEXT, () => log.info(message)) };
}

/** Reports each kind of complaint once: settings are read many times, and spans come by the thousand. */
function reportDiagnostics(report: (complaint: string) => void): void {
  const kinds = new Set<string>();
  const note = (...texts: unknown[]) => {
    // Objects may hold what a collector answered.
    const complaint = texts.filter((text) => typeof text === 'string').join(' ');
    const kind = complaint.replaceAll(/\d+/g, '0');
    if (kinds.has(kind) || kinds.size === mostKinds) return;
    kinds.add(kind);
    report(complaint);
  };
  const logger = { error: note, warn: note, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

const ignore = () => {};

/** Returns names, values and everything else: OpenTelemetry complains of headers that are written wrongly. */
function headerTexts(environment: NodeJS.ProcessEnv): string[] {
  const names = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];
  const given = names.map((name) => environment[name] ?? '');
  const pieces = given.flatMap((text) => [text, ...text.split(/[,;=]/)]).map((text) => text.trim());
  const texts = pieces.flatMap((text) => [text, decoded(text)]).filter((text) => text.length > 3);
  // The longest first: a piece of a text would leave the rest of it.
  return texts.toSorted((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
