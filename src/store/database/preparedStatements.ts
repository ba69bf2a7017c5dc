import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type pg from 'pg';

/**
 * A statement of a hot path, written by hand. PostgreSQL parses and plans it once on each connection, and Prisma's work is
 * left out, which takes several times as long as the statement itself.
 */
export interface Statement {
  /** Unique in this program. */
  name: string;
  /** With `$1` and so on. Name each column: with `*`, a later migration would change what a running process gets. */
  text: string;
}

/** Returns the rows of a statement that is sent on a connection of a Store's `pool`, or on its `reader`. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  connections: Pick<pg.Pool, 'query'>,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  return inSpan(statement, async () => {
    const { rows } = await connections.query<Row>({ name: statement.name, text: statement.text, values });
    return rows;
  });
}

/** Records the statement below the request that sends it, as Prisma's instrumentation does for Prisma's statements. */
async function inSpan<Result>({ name, text }: Statement, send: () => Promise<Result>): Promise<Result> {
  if (!trace.getActiveSpan()?.isRecording()) return send();
  const options = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } };
  return trace.getTracer('openplug').startActiveSpan(name, options, async (span) => {
    try {
      return await send();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The most statements of Prisma that a connection keeps prepared. Each takes PostgreSQL about 30 KB. */
const mostNamed = 100;
/** The most texts that are counted, to find those that are worth a name. */
const mostCounted = 1_000;
/** Lists of values make another text for each length; most of them are never seen again. */
const worthANameAfter = 3;

/** Returns the function that names the statements that Prisma writes, so that those that come again stay prepared. */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    const count = (counts.get(sql) ?? 0) + 1;
    if (counts.size === mostCounted) counts.clear();
    counts.set(sql, count);
    if (count < worthANameAfter || names.size === mostNamed) return notPrepared;
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

const notPrepared = '';
