import type { Logger } from 'pino';
import { openLog } from '../../src/log/openLog.ts';
import { watchOutput } from './secretWatch.ts';

/** The service's logger, at its most talkative, into an array. */
export function memoryLog(lines: Record<string, unknown>[]): Logger {
  return openLog('trace', {
    write: (line) => {
      watchOutput(line);
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  });
}
