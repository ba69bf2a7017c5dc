import pg from 'pg';
import { answerWithin } from './answerWithin.ts';
import { readDatabaseFacts } from './databaseFacts.ts';
import { connectionConfig } from './migrations/connectionConfig.ts';
import { migrationStateOf, type MigrationState } from './migrations/inspectMigrations.ts';

/** Asks whether the database can be worked on, on a connection of its own, which a burst of work does not occupy. */
export interface DatabaseProbe {
  /** Rejects when the database does not answer within `probeTimeoutMs`. However many ask, one question is under way. */
  look(): Promise<MigrationState>;
  close(): Promise<void>;
}

export const probeTimeoutMs = 2_000;
/** Longer than the time between two probes, so that they do not connect each time. */
const keptMs = 60_000;

/** `schema` is the one that everything was in at the start. */
export function openDatabaseProbe(databaseUrl: string, migrationsDir: string, schema: string): DatabaseProbe {
  const pool = new pg.Pool({
    ...connectionConfig(databaseUrl),
    max: 1,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    idleTimeoutMillis: keptMs,
    // What is set for a database or a role holds for new connections.
    maxLifetimeSeconds: keptMs / 1000,
  });
  // Without a listener the loss of the connection would end the process.
  pool.on('error', () => {});
  let looking: Promise<MigrationState> | undefined;

  async function ask(): Promise<MigrationState> {
    const facts = await readDatabaseFacts(pool);
    if (facts.schema !== schema) throw new SchemaChanged();
    return migrationStateOf(pool, facts, migrationsDir);
  }

  async function look(): Promise<MigrationState> {
    looking ??= ask().finally(() => {
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

/** Statements that name no schema would go to another one than those that do. */
export class SchemaChanged extends Error {
  override name = 'SchemaChanged';
}
