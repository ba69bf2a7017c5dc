import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { run } from './databaseServer.ts';

export interface TestRole {
  name: string;
  /** The same database, as this role. */
  urlOn(databaseUrl: string): string;
  /** After the databases in which it owns something. */
  drop(): Promise<void>;
}

/** A role of its own on the server of this run, which may do nothing but connect. */
export async function createTestRole(): Promise<TestRole> {
  const serverUrl = inject('serverUrl');
  const name = `openplug_role_${randomUUID().slice(0, 8)}`;
  await run(serverUrl, `CREATE ROLE ${name} LOGIN PASSWORD 'a-password'`);
  return {
    name,
    urlOn: (databaseUrl) => {
      const url = new URL(databaseUrl);
      [url.username, url.password] = [name, 'a-password'];
      return url.href;
    },
    drop: async () => {
      await run(serverUrl, `DROP ROLE ${name}`);
    },
  };
}
