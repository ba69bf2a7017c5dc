import { isSpanContextValid, trace } from '@opentelemetry/api';
import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { loggedError } from './loggedError.ts';

export type LevelFormat = 'number' | 'word';

/**
 * Opens a log: lines of JSON, by default on standard output. Every logger of the service is made here. The level is
 * pino's number, or its word, which most collectors of logs understand without settings.
 */
export function openLog(
  level: LevelWithSilent,
  destination: DestinationStream = standardOutput,
  levelFormat: LevelFormat = 'number',
): Logger {
  const options = {
    level,
    mixin: traceIds,
    serializers: { err: (error: unknown) => loggedError(error) },
    ...(levelFormat === 'word' && { formatters: { level: (word: string) => ({ level: word }) } }),
  };
  return pino(options, destination);
}

/** Returns, for each line, the span in which it is written. The names are OpenTelemetry's. Empty without tracing. */
function traceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Replaces pino's own, which waits for the disk and the reader, retries a failed write for ever and never drops a line. */
export const standardOutput: DestinationStream = { write: (line) => void process.stdout.write(line) };
