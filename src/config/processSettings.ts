import { z } from 'zod';
import { readSeconds, readSecondsOrNone, wholeNumber } from './settingForms.ts';

export const defaultPort = 3000;
export const defaultGraceS = 15;

/** The ports, and how the process runs, stops and logs. */
export const processSettings = {
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(defaultPort),
  /** Absent: the staff's paths are served on PORT. */
  ADMIN_PORT: wholeNumber(0, 65_535).optional(),
  RUN: z.string().transform(readDoors).default(['api', 'sweeper']),
  SHUTDOWN_GRACE_S: z.string().transform(readSeconds).default(defaultGraceS),
  /** Time in which the process still serves and /readyz fails, so that load balancers notice. It is part of the grace. */
  SHUTDOWN_DRAIN_S: z.string().transform(readSecondsOrNone).default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'expected one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  /** The form of the field `level`: the numbers of pino, or its words. */
  LOG_LEVEL_FORMAT: z.enum(['number', 'word'], { error: 'expected number or word' }).default('number'),
};

function readDoors(text: string, context: z.RefinementCtx): ('api' | 'sweeper')[] {
  const doors = text.split(',').map((part) => part.trim());
  const known = (['api', 'sweeper'] as const).filter((door) => doors.includes(door));
  if (known.length === 0 || known.length !== doors.length) {
    context.addIssue({ code: 'custom', message: 'expected api, sweeper, or api,sweeper' });
  }
  return known;
}
