import pg from 'pg';
import { answerWithin } from './answerWithin.ts';
import { canGrow, diskFull } from './canGrow.ts';
import { readDatabaseFacts, type DatabaseFacts } from './databaseFacts.ts';
import { connectionConfig } from './connectionConfig.ts';
import { readMigrationState, type MigrationState } from '../migrations/migrationState.ts';

/** The state of a database at this moment. */
export interface DatabaseCondition {
  migrations: MigrationState;
  /** The reason why nothing can be written to it. Null: no reason is known. */
  unwritable: Unwritable | null;
}

export type Unwritable = 'standby' | 'readOnly' | 'diskFull';

/**
 * A probe that asks whether the database can be used. It has a separate connection, which a burst of work does not
 * occupy.
 */
export interface DatabaseProbe {
  /** Rejects when the database does not answer within `probeTimeoutMs`. Calls at the same time share one question. */
  look(): Promise<DatabaseCondition>;
  /**
   * Notes the SQLSTATE of a statement that PostgreSQL refused elsewhere in this process. After a disk was full, each
   * probe tests whether it still is. Before that, no probe does, because the test writes.
   */
  noteRefusal(sqlState: string): void;
  close(): Promise<void>;
}

export const probeTimeoutMs = 2_000;
/** The time after which pg gives up: later than the probe, since of two equal limits either could be the one reported. */
const abandonedAfterMs = probeTimeoutMs + 500;
/**
 * The time for which the connection is kept: longer than the time between two probes, so that they do not connect each
 * time.
 */
const keptMs = 60_000;

/** `schema` is the one that everything was in at the start. */
export function openDatabaseProbe(databaseUrl: string, migrationsDir: string, schema: string): DatabaseProbe {
  const pool = new pg.Pool({
    ...connectionConfig(databaseUrl),
    max: 1,
    connectionTimeoutMillis: abandonedAfterMs,
    query_timeout: abandonedAfterMs,
    idleTimeoutMillis: keptMs,
    // Settings of a database or a role hold for new connections.
    maxLifetimeSeconds: keptMs / 1000,
  });
  // Without a listener the loss of the connection would end the process.
  pool.on('error', () => {});
  let looking: Promise<DatabaseCondition> | undefined;
  let wasDiskFull = false;

  async function ask(): Promise<DatabaseCondition> {
    const facts = await readDatabaseFacts(pool);
    if (facts.schema !== schema) throw new SchemaChanged();
    const migrations = await readMigrationState(pool, facts, migrationsDir);
    return { migrations, unwritable: await findUnwritable(facts) };
  }

  async function findUnwritable({ isStandby, isReadOnly }: DatabaseFacts): Promise<Unwritable | null> {
    if (isReadOnly) return isStandby ? 'standby' : 'readOnly';
    if (wasDiskFull && (await canGrow(pool))) wasDiskFull = false;
    return wasDiskFull ? 'diskFull' : null;
  }

  async function look(): Promise<DatabaseCondition> {
    looking ??= ask().finally(() => {
      looking = undefined;
    });
    const condition = await answerWithin(probeTimeoutMs, looking, null);
    if (condition === null) throw new ProbeTimeout();
    return condition;
  }

  function noteRefusal(sqlState: string): void {
    if (sqlState === diskFull) wasDiskFull = true;
  }

  return { look, noteRefusal, close: async () => pool.end() };
}

export class ProbeTimeout extends Error {
  override name = 'ProbeTimeout';
}

/** Statements that name no schema would go to another one than those that do. */
export class SchemaChanged extends Error {
  override name = 'SchemaChanged';
}
