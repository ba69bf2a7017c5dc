import type pg from 'pg';
import { claimQuery } from '../src/store/deliveries/claimQuery.ts';

/** EXPLAIN ANALYZE of the statement that claims, exactly as the store sends it; nothing is claimed. */
export async function explainClaim(client: pg.Client): Promise<string> {
  const limits = { leaseMs: 40_000, limit: 50, limitPerPlugin: 10, inFlight: new Map<string, number>() };
  const { text, values } = claimQuery({ now: new Date(), ...limits });
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
  }
}
