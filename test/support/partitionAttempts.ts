import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Runs operations/partition-attempts.sql, each step of it in a transaction of its own; returns how long each took. */
export async function partitionAttempts(client: pg.Client): Promise<number[]> {
  const path = fileURLToPath(new URL('../../operations/partition-attempts.sql', import.meta.url));
  const [settings, ...steps] = (await readFile(path, 'utf8')).split(/^(?=-- Step )/m);
  await client.query(settings!);
  const durationsMs: number[] = [];
  for (const step of steps) {
    const startedAt = performance.now();
    await client.query(step);
    durationsMs.push(performance.now() - startedAt);
  }
  return durationsMs;
}
