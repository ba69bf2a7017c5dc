import pg from 'pg';
import { connectionConfig } from '../../src/store/database/connectionConfig.ts';

/** Throws node-postgres's error, which connectionFailure puts into Prisma's terms. */
export async function requireConnection(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  await client.end();
}

/** Prisma's default. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Creates the database that the URL names, by way of the one that every server has, and returns its name. */
export async function createDatabase(url: string): Promise<string> {
  const maintenanceUrl = new URL(url);
  const name = decodeURIComponent(maintenanceUrl.pathname.slice(1));
  maintenanceUrl.pathname = '/postgres';
  maintenanceUrl.searchParams.delete('schema');
  const client = new pg.Client(connectionConfig(maintenanceUrl.href));
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return name;
}
