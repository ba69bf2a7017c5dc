import { describe, expect, it } from 'vitest';
import { openLog } from '../../src/log/openLog.ts';

function levelsOf(format: 'number' | 'word'): unknown[] {
  const levels: unknown[] = [];
  const write = (line: string) => void levels.push((JSON.parse(line) as { level: unknown }).level);
  const log = openLog('trace', { write }, format);
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) log[level]('a line');
  log.child({ part: 'sweeper' }).info('a line of a part');
  return levels;
}

describe('the level of a log line', () => {
  it('is a number unless told otherwise', () => {
    expect(levelsOf('number')).toEqual([10, 20, 30, 40, 50, 60, 30]);
  });

  it('is a word when that is asked for', () => {
    expect(levelsOf('word')).toEqual(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'info']);
  });
});
