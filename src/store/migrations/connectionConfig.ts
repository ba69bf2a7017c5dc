import type pg from 'pg';

/**
 * What node-postgres needs for a Prisma connection URL, whose `?schema=` it does not know. Options of the URL would
 * replace those given beside it, so that all go in one. A pooler may refuse options; without a schema none are added.
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

/** The schema that a Prisma connection URL names; null: it leaves that to the search_path. */
export function schemaNamedBy(databaseUrl: string): string | null {
  return new URL(databaseUrl).searchParams.get('schema') || null;
}
