import type pg from 'pg';
import type { Statement } from './statements.ts';

/** A step of a plan, as it was carried out. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** All steps of the plan by which PostgreSQL carries out the statement, once more and with its own parameters. */
export async function planOf(client: pg.Client, { text, values }: Statement): Promise<PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

export const isScan = (node: PlanNode) => node['Node Type'].includes('Scan');

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
