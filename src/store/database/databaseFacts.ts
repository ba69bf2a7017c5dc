import pg from 'pg';

/** A client or a pool of node-postgres. */
export interface DatabaseReader {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

/** The facts that decide whether a database can be worked on, and where in it. */
export interface DatabaseFacts {
  database: string;
  role: string;
  encoding: string;
  searchPath: string;
  /**
   * The one schema that everything is in: that of `?schema=`, else the first of the search_path that exists and that the
   * role may use. Null: there is none.
   */
  schema: string | null;
  /** A standby is read-only as well. */
  isStandby: boolean;
  isReadOnly: boolean;
  /** True: the schema has the history of migrations. Another schema of the search_path may have another history. */
  hasHistory: boolean;
}

/** Reads the facts by one short query, which any role may make and which changes nothing. */
export async function readDatabaseFacts(reader: DatabaseReader): Promise<DatabaseFacts> {
  const { rows } = await reader.query(FACTS_SQL);
  return rows[0] as DatabaseFacts;
}

const FACTS_SQL = `
  SELECT current_database() AS database, current_user AS role, current_setting('server_encoding') AS encoding,
    current_setting('search_path') AS "searchPath", current_schema() AS schema,
    pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    to_regclass(quote_ident(current_schema()) || '._prisma_migrations') IS NOT NULL AS "hasHistory"`;

/** The names of some tables in the schema. */
export async function findTables(reader: DatabaseReader): Promise<string[]> {
  const { rows } = await reader.query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY name LIMIT 5',
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** Explains why this database cannot hold every text, and what to do. Null: it can. */
export function describeWrongEncoding({ database, encoding }: DatabaseFacts): string | null {
  if (encoding === 'UTF8') return null;
  return (
    `Database ${database} is encoded in ${encoding}, which cannot hold every text: ` +
    `make another one by \`${createDatabaseSql(`${database}_utf8`)}\`.`
  );
}

/** Says why the database cannot be written to, to an operator who can change that. */
export function describeReadOnly({ database, isStandby }: DatabaseFacts): string {
  return isStandby
    ? `Database ${database} is read-only, since the server is a standby: name the primary in the URL.`
    : `Database ${database} is read-only: default_transaction_read_only is on, for the server, the database or the role.`;
}

/** Says to an operator why the role finds no schema to work in. */
export function describeMissingSchema({ database, role, searchPath }: DatabaseFacts): string {
  return (
    `Database ${database} has no schema of the search_path (${searchPath}) that role ${role} may use: ` +
    `make one by \`CREATE SCHEMA … AUTHORIZATION ${pg.escapeIdentifier(role)}\`, or name another by ?schema= in the URL.`
  );
}

/**
 * Sets everything that the server's defaults could get wrong. In the locale C, searches by a part of a name know no
 * Chinese.
 */
export function createDatabaseSql(name: string): string {
  return `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`;
}
