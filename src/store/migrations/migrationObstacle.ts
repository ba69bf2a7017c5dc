import pg from 'pg';
import { describeMissingSchema, describeReadOnly, type DatabaseFacts } from '../database/databaseFacts.ts';

/**
 * Why migrations cannot be applied in this database, or not by this role, with what helps; null: nothing is known that
 * would keep them. `schemaNamed` is that of `?schema=`, which the schema engine makes when it is not there. Found out
 * before the first change, since a migration that fails has to be resolved by hand.
 */
export async function findMigrationObstacle(
  client: pg.ClientBase,
  facts: DatabaseFacts,
  schemaNamed: string | null,
): Promise<string | null> {
  if (facts.isReadOnly) return describeReadOnly(facts);
  const schema = facts.schema ?? schemaNamed;
  if (schema === null) return describeMissingSchema(facts);
  const { rows } = await client.query<Rights>(RIGHTS_SQL, [schema]);
  const rights = rows[0]!;
  return describeSchemaRights(facts, schema, rights) ?? describeTrigrams(facts, rights);
}

interface Rights {
  mayCreateInDatabase: boolean;
  /** Null: the schema is not there. */
  mayCreateInSchema: boolean | null;
  mayUseSchema: boolean | null;
  /** Whether the server has the files of the extension pg_trgm. */
  hasTrigrams: boolean;
  /** Where the extension is in this database; null: nowhere yet. */
  trigramsSchema: string | null;
  mayUseTrigrams: boolean | null;
}

const RIGHTS_SQL = `
  SELECT has_database_privilege(current_database(), 'CREATE') AS "mayCreateInDatabase",
    has_schema_privilege(to_regnamespace(quote_ident($1)), 'CREATE') AS "mayCreateInSchema",
    has_schema_privilege(to_regnamespace(quote_ident($1)), 'USAGE') AS "mayUseSchema",
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "hasTrigrams",
    nspname AS "trigramsSchema", has_schema_privilege(pg_namespace.oid, 'USAGE') AS "mayUseTrigrams"
  FROM (VALUES (1)) AS one LEFT JOIN pg_extension ON extname = 'pg_trgm' LEFT JOIN pg_namespace ON pg_namespace.oid = extnamespace`;

function describeSchemaRights({ database, role }: DatabaseFacts, schema: string, rights: Rights): string | null {
  const [name, to] = [schema, role].map((identifier) => pg.escapeIdentifier(identifier));
  if (rights.mayUseSchema === null) {
    if (rights.mayCreateInDatabase) return null;
    return `Role ${role} may not make schema ${schema} in database ${database}: have somebody who may run \`CREATE SCHEMA ${name} AUTHORIZATION ${to}\`.`;
  }
  if (rights.mayUseSchema && rights.mayCreateInSchema) return null;
  return `Role ${role} may not make tables in schema ${schema} of database ${database}: have its owner run \`GRANT USAGE, CREATE ON SCHEMA ${name} TO ${to}\`.`;
}

function describeTrigrams({ database, role }: DatabaseFacts, rights: Rights): string | null {
  if (rights.trigramsSchema !== null) {
    if (rights.mayUseTrigrams) return null;
    const grant = `GRANT USAGE ON SCHEMA ${pg.escapeIdentifier(rights.trigramsSchema)} TO ${pg.escapeIdentifier(role)}`;
    return `Role ${role} may not use schema ${rights.trigramsSchema}, in which the extension pg_trgm is: have its owner run \`${grant}\`.`;
  }
  if (!rights.hasTrigrams) {
    return 'The server lacks the extension pg_trgm: install what PostgreSQL calls contrib (postgresql-contrib), and migrate again.';
  }
  if (rights.mayCreateInDatabase) return null;
  return `Role ${role} may not make the extension pg_trgm in database ${database}: have somebody who may run \`CREATE EXTENSION pg_trgm\` in it.`;
}
