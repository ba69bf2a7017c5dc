import type pg from 'pg';

/**
 * What node-postgres needs for a Prisma connection URL, whose `?schema=` it does not know. Options of the URL would
 * replace those given beside it, so that all go in one. A pooler may refuse options; without a schema none are added.
 */
export function connectionConfig(databaseUrl: string): pg.ClientConfig {
  const url = new URL(databaseUrl);
  const schema = url.searchParams.get('schema');
  if (schema === null) return { connectionString: databaseUrl };
  const searchPath = `-c search_path="${schema.replaceAll(/["\\ ]/g, '\\$&')}"`;
  const options = [url.searchParams.get('options') ?? '', searchPath].join(' ').trim();
  url.searchParams.delete('options');
  return { connectionString: url.href, options };
}
