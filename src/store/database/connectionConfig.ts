import type pg from 'pg';

/**
 * Returns what node-postgres needs for a Prisma connection URL, whose `?schema=` it does not know. Options in the URL
 * would replace those of the configuration, so both are combined. A pooler may refuse options; without a schema none
 * are added.
 */
export function connectionConfig(databaseUrl: string): pg.ClientConfig {
  const schema = schemaNamedBy(databaseUrl);
  if (schema === null) return { connectionString: databaseUrl };
  const url = new URL(databaseUrl);
  const identifier = `"${schema.replaceAll('"', '""')}"`;
  const searchPath = `-c search_path=${identifier.replaceAll(/[\\\s]/g, '\\$&')}`;
  const options = [url.searchParams.get('options') ?? '', searchPath].join(' ').trim();
  url.searchParams.delete('options');
  return { connectionString: url.href, options };
}

/** Returns the schema that a Prisma connection URL names; null: the URL leaves it to the search_path. */
export function schemaNamedBy(databaseUrl: string): string | null {
  return new URL(databaseUrl).searchParams.get('schema') || null;
}
