import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../src/store/database/preparedStatements.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { run } from '../../support/databaseServer.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore(database.url, new Keyring([randomBytes(32)]));
  await run(database.url, 'CREATE TABLE note (id int, text varchar(10))');
});
beforeEach(async () => {
  await run(database.url, `TRUNCATE note; INSERT INTO note VALUES (1, 'one')`);
});
afterAll(async () => {
  await closeStore(store);
  await database.drop();
});

const backend = async () => {
  const [row] = await rowsOf<{ pid: number }>(
    store.reader,
    { name: 'pid', text: 'SELECT pg_backend_pid() AS pid' },
    [],
  );
  return row!.pid;
};
const note = { name: 'note', text: 'SELECT text FROM note WHERE id = $1' };

describe('reads at the same moment', () => {
  it('share one connection', async () => {
    const pids = await Promise.all(Array.from({ length: 20 }, backend));
    expect(new Set(pids).size).toBe(1);
    expect(store.connections()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('each have their own rows, and their own error', async () => {
    const settled = await Promise.allSettled([
      rowsOf(store.reader, note, [1]),
      rowsOf(store.reader, { name: 'wrong', text: 'SELECT 1 / $1::int' }, [0]),
      rowsOf(store.reader, note, [2]),
    ]);
    expect(settled).toEqual([
      { status: 'fulfilled', value: [{ text: 'one' }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: [] },
    ]);
  });

  it('fail together when their connection is lost, and the next have another one', async () => {
    const pid = await backend();
    const settled = await Promise.allSettled([
      rowsOf(store.reader, { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' }, []),
      rowsOf(store.reader, note, [1]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await backend()).not.toBe(pid);
  });
});

it('reads that go on leave the only connection to others who wait for it', async () => {
  const narrow = openStore(database.url, new Keyring([randomBytes(32)]), { maxConnections: 1 });
  const over = new AbortController();
  try {
    const slowly = { name: 'slowly', text: 'SELECT pg_sleep(0.005)' };
    const readOn = async (): Promise<void> => {
      while (!over.signal.aborted) await rowsOf(narrow.reader, slowly, []);
    };
    // They answer one after the other, so that the connection always has users.
    const reading = Array.from({ length: 8 }, readOn);
    await rowsOf(narrow.reader, note, [1]);
    const { rows } = await narrow.pool.query('SELECT 1 AS one');
    over.abort();
    await Promise.all(reading);
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    over.abort();
    await closeStore(narrow);
  }
});

describe('a prepared statement', () => {
  it.each(['reader', 'pool'] as const)('works on when a migration has changed its columns: %s', async (which) => {
    const ask = async () => rowsOf(store[which], note, [1]);
    expect(await ask()).toEqual([{ text: 'one' }]);
    for (const type of ['text', 'varchar(10)']) {
      await run(database.url, `ALTER TABLE note ALTER COLUMN text TYPE ${type}`);
      expect(await ask()).toEqual([{ text: 'one' }]);
      expect(await ask()).toEqual([{ text: 'one' }]);
    }
  });
});
