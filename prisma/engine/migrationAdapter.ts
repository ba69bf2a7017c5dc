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
import { describeMissingSchema, readDatabaseFacts } from '../../src/store/database/databaseFacts.ts';
import { withConnection } from '../../src/store/database/withConnection.ts';
import { connectionConfig, schemaNamedBy } from '../../src/store/database/connectionConfig.ts';
import type { ScriptError } from './schemaEngineFailure.ts';

/**
 * Gives the schema engine its connections. PrismaPg does the work; what it does not do for a schema engine is corrected
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
    return inEngineTerms(async () => this.#track(this.#databaseUrl, await this.#findSchema(), async () => {}));
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    return inEngineTerms(async () => this.#openShadowDatabase());
  }

  async #openShadowDatabase(): Promise<SqlDriverAdapter> {
    const schema = await this.#findSchema();
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await runOnce(this.#databaseUrl, `CREATE DATABASE "${name}"`).catch((error: unknown) => {
      if ((error as Partial<pg.DatabaseError>).code !== insufficientPrivilege) throw error;
      throw driverError(error, `${(error as Error).message}. ${needsCreateDb}`);
    });
    const url = new URL(this.#databaseUrl);
    url.pathname = `/${name}`;
    const drop = async () => {
      // FORCE: the server may take a moment to notice that the pool has gone.
      await runOnce(this.#databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    try {
      // The search_path of a role holds in every database, but its schemas are in one.
      await runOnce(url.href, `CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
      return await this.#track(url.href, schema, drop);
    } catch (error) {
      await drop();
      throw error;
    }
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

  /** One that the URL names and that is not there yet is made by the engine. */
  async #findSchema(): Promise<string> {
    const facts = await withConnection(this.#databaseUrl, readDatabaseFacts);
    const schema = schemaNamedBy(this.#databaseUrl) ?? facts.schema;
    if (schema === null) throw new Error(describeMissingSchema(facts));
    return schema;
  }

  async #track(url: string, schema: string, afterDispose: () => Promise<void>): Promise<SqlDriverAdapter> {
    // One connection: the engine's session lock and a script's SET must hold for the statements that follow.
    const pool = new pg.Pool({
      ...connectionConfig(url),
      max: 1,
      // The engine names no schema when it asks for the history, and would find that of another installation.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
      onConnect: async (client) => client.query(setSearchPath(schema)),
    });
    const adapter = await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect();
    const migrationAdapter: SqlDriverAdapter = derive<SqlDriverAdapter>(withCatalogColumns(adapter), {
      startTransaction: async (isolation) => withCatalogColumns(await adapter.startTransaction(isolation)),
      executeScript: (script) => this.#executeWholeScript(pool, schema, script),
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
  async #executeWholeScript(pool: pg.Pool, schema: string, script: string): Promise<void> {
    try {
      await pool.query(TRIGRAMS_IN_REACH_SQL);
      await pool.query(script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const message = error.message + placeInScript(script, error.position);
      this.#scriptError = { sqlState: error.code ?? unknown, message };
      throw driverError(error, message);
    } finally {
      // A connection that was lost takes its search_path along.
      await pool.query(setSearchPath(schema)).catch(() => {});
    }
  }
}

/** Translates errors: the engine reports only a number for any other error. */
async function inEngineTerms<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DriverAdapterError ? error : driverError(error, (error as Error).message);
  }
}

const insufficientPrivilege = '42501';
const needsCreateDb =
  'Migrations are tried on a database that is made and dropped for it: give the role CREATEDB (ALTER ROLE … CREATEDB), ' +
  'or use another one, for development only.';

function driverError(error: unknown, message: string): DriverAdapterError {
  const { code = unknown, severity = 'ERROR', detail, column, hint } = error as Partial<pg.DatabaseError>;
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

const unknown = 'N/A';

function setSearchPath(schema: string): string {
  return `SET search_path = ${pg.escapeIdentifier(schema)}`;
}

/**
 * Scripts name the operator class of pg_trgm without a schema, and the extension may be in any: a database has it once,
 * however many installations. Behind the schema of ours, so that everything else is found and made there.
 */
const TRIGRAMS_IN_REACH_SQL = `
  SELECT set_config('search_path', format('%I, %I', current_schema(), nspname), false)
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
  WHERE extname = 'pg_trgm' AND nspname <> current_schema()`;

async function runOnce(databaseUrl: string, sql: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => client.query(sql));
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
