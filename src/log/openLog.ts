import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { traceIds } from '../tracing/traceIds.ts';
import { loggedError } from './loggedError.ts';

/** Lines of JSON, on standard output unless told otherwise. Every logger of the service is made here. */
export function openLog(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, mixin: traceIds, serializers: { err: (error: unknown) => loggedError(error) } };
  return destination ? pino(options, destination) : pino(options);
}
