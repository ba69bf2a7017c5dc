import pg from 'pg';
import { vi } from 'vitest';

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The SQL statements that a service of this process sends meanwhile, with their parameters; without BEGIN, COMMIT and
 * what each new connection begins with.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const statements = (query.mock.calls as unknown[][]).map(([statement, values]) =>
      typeof statement === 'string'
        ? { text: statement, values: (values as unknown[] | undefined) ?? [] }
        : { text: (statement as Statement).text, values: (statement as Partial<Statement>).values ?? [] },
    );
    return statements.filter(({ text }) => !/^(BEGIN|COMMIT|SET TimeZone|SELECT current_setting)\b/.test(text));
  } finally {
    query.mockRestore();
  }
}
