import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { ReadinessCheck } from '../../src/http/readiness.ts';
import { packageFiles } from '../../src/packageFiles.ts';
import { openDatabaseProbe, type DatabaseProbe } from '../../src/store/database/databaseProbe.ts';
import { createTestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function checkOf(database: DatabaseProbe): ReadinessCheck {
  return new ReadinessCheck({ database, lastSweep: () => undefined, log: pino({ level: 'silent' }) });
}

describe('a process is ready', () => {
  it('while a newer version has added its migration and is about to take over', async () => {
    const database = await createTestDatabase();
    cleanUps.push(database.drop);
    await run(
      database.url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('newer', 'x', '99990101000000_newer', now(), 1)`,
    );
    const probe = openDatabaseProbe(database.url, packageFiles.migrations, 'public');
    cleanUps.push(probe.close);

    expect(await checkOf(probe).check()).toEqual({ status: 'ok', checks: { database: 'ok', migrations: 'ok' } });
  });
});

describe('a process is not ready', () => {
  it('on a database that takes connections and never answers; many questions make one connection', async () => {
    let connections = 0;
    const silent = createServer((socket) => {
      connections += 1;
      cleanUps.push(() => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    cleanUps.push(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const probe = openDatabaseProbe(
      `postgresql://user:password@127.0.0.1:${port}/database`,
      packageFiles.migrations,
      'public',
    );
    cleanUps.push(probe.close);
    const check = checkOf(probe);

    const answers = await Promise.all(Array.from({ length: 20 }, async () => check.check()));

    expect(answers).toEqual(
      Array.from({ length: 20 }, () => ({
        status: 'unavailable',
        checks: { database: 'no answer within 2 s', migrations: 'unknown' },
      })),
    );
    expect(connections).toBe(1);
  });

  it('once it is stopping, without asking the database', async () => {
    const check = checkOf({ look: () => expect.fail('It asked.'), noteRefusal: () => {}, close: async () => {} });
    check.stop();

    expect(await check.check()).toEqual({ status: 'stopping', checks: {} });
  });
});
