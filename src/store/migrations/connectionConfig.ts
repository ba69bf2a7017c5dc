import type pg from 'pg';

/** What node-postgres needs for a Prisma connection URL, whose `?schema=` it does not know. */
export function connectionConfig(databaseUrl: string): pg.ClientConfig {
  const schema = new URL(databaseUrl).searchParams.get('schema');
  if (schema === null) return { connectionString: databaseUrl };
  return { connectionString: databaseUrl, options: `-c search_path="${schema.replaceAll(/["\\ ]/g, '\\$&')}"` };
}
