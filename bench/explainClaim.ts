import type pg from 'pg';
import { startDueAttempts } from '../src/store/startDueAttempts.ts';
import type { Store } from '../src/store/store.ts';

/** EXPLAIN ANALYZE of the statement that claims, exactly as the store sends it; nothing is claimed. */
export async function explainClaim(client: pg.Client, store: Store): Promise<string> {
  const captured = await captureClaim(store);
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) ${captured.text}`,
      captured.values,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
  }
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Runs a claim on a client that notes the statement and finds nothing due. */
async function captureClaim(store: Store): Promise<Statement> {
  let captured: Statement | undefined;
  const tx = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      captured = { text: strings.reduce((text, part, index) => `${text}$${index}${part}`), values };
      return [];
    },
  };
  const prisma = { $transaction: async (work: (client: unknown) => unknown) => work(tx) } as unknown as Store['prisma'];
  await startDueAttempts(
    { ...store, prisma },
    {
      now: new Date(),
      worker: 'bench',
      leaseMs: 40_000,
      limit: 100,
      limitPerPlugin: 10,
      inFlight: new Map(),
      write: () => ({ body: '', previousSigns: [] }),
    },
  );
  if (!captured) throw new Error('The claim sent no statement.');
  return captured;
}
