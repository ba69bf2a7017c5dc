import pg from 'pg';
import { answerWithin } from './answerWithin.ts';
import { connectionConfig } from './migrations/connectionConfig.ts';
import { inspectMigrations, type MigrationState } from './migrations/inspectMigrations.ts';

/** Asks whether the database can be worked on, on a connection of its own, which a burst of work does not occupy. */
export interface DatabaseProbe {
  /** Rejects when the database does not answer within `probeTimeoutMs`. However many ask, one question is under way. */
  look(): Promise<MigrationState>;
  close(): Promise<void>;
}

export const probeTimeoutMs = 2_000;
/** Longer than the time between two probes, so that they do not connect each time. */
const keptMs = 60_000;

export function openDatabaseProbe(databaseUrl: string, migrationsDir: string): DatabaseProbe {
  const pool = new pg.Pool({
    ...connectionConfig(databaseUrl),
    max: 1,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    idleTimeoutMillis: keptMs,
  });
  // Without a listener the loss of the connection would end the process.
  pool.on('error', () => {});
  let looking: Promise<MigrationState> | undefined;

  async function look(): Promise<MigrationState> {
    looking ??= inspectMigrations(pool, migrationsDir).finally(() => {
      looking = undefined;
    });
    const state = await answerWithin(probeTimeoutMs, looking, null);
    if (state === null) throw new ProbeTimeout();
    return state;
  }

  return { look, close: async () => pool.end() };
}

export class ProbeTimeout extends Error {
  override name = 'ProbeTimeout';
}
