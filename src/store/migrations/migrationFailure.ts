import pg from 'pg';
import type { DatabaseFacts } from '../database/databaseFacts.ts';

/** The reason why a migration was not applied, and what helps. Nothing of this migration is in the database. */
export class MigrationFailure extends Error {
  override readonly name = 'MigrationFailure';
}

/** Returns the failure of a migration that PostgreSQL refused, with its place in the script. */
export function refusedMigration(
  name: string,
  script: string,
  cause: pg.DatabaseError,
  facts: DatabaseFacts,
): MigrationFailure {
  const { message, code, position, hint } = cause;
  const help = rightsAreMissing.has(code!) ? describeRights(facts) : hint && `PostgreSQL says: ${hint}`;
  const parts = [
    `Migration ${name} failed, and nothing of it was kept: ${message} (SQLSTATE ${code})${placeInScript(script, position)}.`,
    help,
  ];
  return new MigrationFailure(parts.filter(Boolean).join(' '), { cause });
}

/**
 * The codes of missing rights. The server also reports that a schema exists already, or lacks what is in it, when it
 * hides that schema from the role.
 */
const rightsAreMissing: ReadonlySet<string> = new Set(['42501', '42P06', '42704']);

function describeRights({ database, schema, role }: DatabaseFacts): string {
  const [inDatabase, inSchema, to] = [database, schema ?? '…', role].map((name) => pg.escapeIdentifier(name));
  return (
    `Role ${role} needs the rights of \`GRANT USAGE, CREATE ON SCHEMA ${inSchema} TO ${to}\`, and the extension pg_trgm in ` +
    'a schema that it may use: `CREATE EXTENSION pg_trgm`, `GRANT USAGE ON SCHEMA … TO …`. With the rights of ' +
    `\`GRANT CREATE ON DATABASE ${inDatabase} TO ${to}\` it makes schema and extension itself.`
  );
}

/** PostgreSQL counts characters from 1 over the whole script; people look for a line. */
function placeInScript(script: string, position: string | undefined): string {
  if (position === undefined) return '';
  const lineNumber = script.slice(0, Number(position) - 1).split('\n').length;
  return `, line ${lineNumber}: ${script.split('\n')[lineNumber - 1]?.trim()}`;
}
