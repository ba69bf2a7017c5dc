import { describe, expect, it } from 'vitest';
import { statementNames } from '../../../src/store/database/preparedStatements.ts';

function nameOf(names: ReturnType<typeof statementNames>, sql: string, times: number): string {
  for (let time = 1; time < times; time += 1) names({ sql });
  return names({ sql });
}

describe('a statement that Prisma writes', () => {
  it('has a name from the third time on, and always the same one', () => {
    const names = statementNames();
    expect([names({ sql: 'SELECT 1' }), names({ sql: 'SELECT 1' })]).toEqual(['', '']);
    const name = names({ sql: 'SELECT 1' });
    expect(name).not.toBe('');
    expect(names({ sql: 'SELECT 1' })).toBe(name);
    expect(nameOf(names, 'SELECT 2', 3)).not.toBe(name);
  });

  it('has none when a hundred others have one', () => {
    const names = statementNames();
    const given = Array.from({ length: 100 }, (_, index) => nameOf(names, `SELECT ${index}`, 3));
    expect(new Set(given).size).toBe(100);
    expect(nameOf(names, 'one more', 10)).toBe('');
    expect(names({ sql: 'SELECT 0' })).toBe(given[0]);
  });

  it('is forgotten when a thousand others come before it comes again', () => {
    const names = statementNames();
    expect(nameOf(names, 'seldom', 2)).toBe('');
    for (let index = 0; index < 1_000; index += 1) names({ sql: `another ${index}` });
    expect(names({ sql: 'seldom' })).toBe('');
  });
});
