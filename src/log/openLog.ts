import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { traceIds } from '../tracing/traceIds.ts';
import { loggedError } from './loggedError.ts';

/** Lines of JSON, on standard output unless told otherwise. Every logger of the service is made here. */
export function openLog(level: LevelWithSilent, destination: DestinationStream = standardOutput): Logger {
  const options = { level, mixin: traceIds, serializers: { err: (error: unknown) => loggedError(error) } };
  return pino(options, destination);
}

/** Not pino's own, which waits for the disk and the reader, retries a write that failed for ever, and never drops a line. */
const standardOutput: DestinationStream = { write: (line) => void process.stdout.write(line) };
