import type pg from 'pg';
import { divideSlots, type WaitingPlugin } from '../src/rules/callbacks/divideSlots.ts';
import { byIndex } from '../src/store/database/decideAndWrite.ts';
import { lockQuery, waitingQuery } from '../src/store/deliveries/findDue.ts';

/** EXPLAIN ANALYZE of the two statements that find and lock what is due, exactly as the store sends them. */
export async function explainClaim(client: pg.Client): Promise<string> {
  const request = {
    now: new Date(),
    limit: 50,
    limitPerPlugin: 10,
    limitForSandbox: 12,
    inFlight: new Map<string, number>(),
  };
  const explain = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']);
  };
  await client.query(['BEGIN', ...byIndex].join('; '));
  try {
    const waiting = waitingQuery(request);
    const { rows } = await client.query<WaitingPlugin>(waiting.text, waiting.values);
    const lock = lockQuery(divideSlots(rows, request), request);
    return [...(await explain(waiting)), ...(await explain(lock))].join('\n');
  } finally {
    await client.query('ROLLBACK');
  }
}
