import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connectionConfig } from './connectionConfig.ts';
import type { ScriptError } from './schemaEngineFailure.ts';

/**
 * Gives the schema engine its connections. PrismaPg does the work; what it does not do for a schema engine is mended
 * here: whole scripts, catalog columns, shadow databases.
 */
export class MigrationAdapterFactory implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #databaseUrl: string;
  readonly #open = new Set<SqlDriverAdapter>();
  #scriptError: ScriptError | undefined;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return this.#track(this.#databaseUrl, async () => {});
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await runOnce(this.#databaseUrl, `CREATE DATABASE "${name}"`);
    const url = new URL(this.#databaseUrl);
    url.pathname = `/${name}`;
    return this.#track(url.href, async () => {
      // FORCE: the server may take a moment to notice that the pool has gone.
      await runOnce(this.#databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    });
  }

  /** The error of the last script, which the engine does not pass on whole; it is forgotten here. */
  takeScriptError(): ScriptError | undefined {
    const error = this.#scriptError;
    this.#scriptError = undefined;
    return error;
  }

  /** Closes whatever the engine left open, and drops its shadow databases. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((adapter) => adapter.dispose()));
  }

  async #track(url: string, afterDispose: () => Promise<void>): Promise<SqlDriverAdapter> {
    // One connection: the engine's session lock and a script's SET must hold for the statements that follow.
    const pool = new pg.Pool({ ...connectionConfig(url), max: 1 });
    const schema = new URL(url).searchParams.get('schema') ?? 'public';
    const adapter = await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect();
    const migrationAdapter: SqlDriverAdapter = derive<SqlDriverAdapter>(withCatalogColumns(adapter), {
      startTransaction: async (isolation) => withCatalogColumns(await adapter.startTransaction(isolation)),
      executeScript: (script) => this.#executeWholeScript(pool, script),
      dispose: async () => {
        if (!this.#open.delete(migrationAdapter)) return;
        await adapter.dispose();
        await afterDispose();
      },
    });
    this.#open.add(migrationAdapter);
    return migrationAdapter;
  }

  /** PrismaPg cuts a script at every semicolon, also inside a string or a function body; PostgreSQL knows better. */
  async #executeWholeScript(pool: pg.Pool, script: string): Promise<void> {
    try {
      await pool.query(script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const message = error.message + placeInScript(script, error.position);
      const { code = 'N/A', severity = 'N/A', detail, column, hint } = error;
      this.#scriptError = { sqlState: code, message };
      throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
    }
  }
}

async function runOnce(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(connectionConfig(databaseUrl));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** PostgreSQL counts characters from 1 over the whole script; people look for a line. */
function placeInScript(script: string, position: string | undefined): string {
  if (position === undefined) return '';
  const lineNumber = script.slice(0, Number(position) - 1).split('\n').length;
  return `\n\nLine ${lineNumber}: ${script.split('\n')[lineNumber - 1]?.trim()}`;
}

/** OID of the catalog type "char", which PrismaPg refuses and the engine reads from pg_constraint. */
const CATALOG_CHAR_OID = 18;
const TEXT_OID = 25;

interface QueryableInside extends SqlQueryable {
  performIO(query: SqlQuery): Promise<pg.QueryArrayResult>;
}

/** Reports "char" columns as characters: as text, the engine panics once a table has constraints. */
function withCatalogColumns<Q extends SqlQueryable>(queryable: Q): Q {
  const inside = queryable as unknown as QueryableInside;
  const queryRaw = async (query: SqlQuery) => {
    const charColumns: number[] = [];
    const performIO = async (performed: SqlQuery) => {
      const result = await inside.performIO(performed);
      for (const [index, field] of result.fields.entries()) {
        if (field.dataTypeID !== CATALOG_CHAR_OID) continue;
        charColumns.push(index);
        field.dataTypeID = TEXT_OID;
      }
      return result;
    };
    const result = await derive(inside, { performIO }).queryRaw(query);
    for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return derive<SqlQueryable>(queryable, { queryRaw }) as Q;
}

/** The same object but for some methods; the others call them too. */
function derive<T extends object>(base: T, methods: Partial<T>): T {
  return Object.assign(Object.create(base) as T, methods);
}
