import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetPostgresVariables } from '../../src/config/forgetPostgresVariables.ts';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper } from '../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { newProject } from '../support/prismaProject.ts';
import { bundleService, startServiceProcess, type ServiceBundle } from '../support/serviceProcess.ts';

/** Each by itself would keep the service from the right database, or from working in it. */
const hostile = {
  PGHOST: 'nobody.invalid',
  PGPORT: '1',
  PGUSER: 'nobody',
  PGPASSWORD: 'wrong',
  PGPASSFILE: '/dev/null',
  PGDATABASE: 'nothing',
  PGOPTIONS: '-c search_path=nowhere -c default_transaction_read_only=on',
  PGREPLICATION: 'database',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGCLIENT_ENCODING: 'LATIN1',
  PGAPPNAME: 'psql',
  // For pg itself, which would not be loaded.
  NODE_PG_FORCE_NATIVE: '1',
};

const whys: Record<string, string> = {
  NODE_PG_FORCE_NATIVE: 'the driver of the service is always the one in JavaScript',
};

describe('a variable that is meant for psql', () => {
  it('is taken from the environment, and told of without its value', () => {
    const environment = { ...hostile, PATH: '/bin', PGDATA: '/data', DATABASE_URL: 'postgresql://…' };
    const said = forgetPostgresVariables(environment);
    expect(environment).toEqual({ PATH: '/bin', PGDATA: '/data', DATABASE_URL: 'postgresql://…' });
    expect(said.toSorted()).toEqual(
      Object.keys(hostile)
        .map(
          (name) =>
            `${name} has no effect: ${whys[name] ?? 'DATABASE_URL alone says which database is used, and how'}.`,
        )
        .toSorted(),
    );
  });
});

describe('with every such variable', { timeout: 60_000 }, () => {
  let service: ServiceBundle;
  let migrate: ServiceBundle;
  let reseal: ServiceBundle;
  let database: TestDatabase;
  let dataDir: string;

  beforeAll(async () => {
    [service, migrate, reseal] = await Promise.all([
      bundleService(),
      bundleService('src/migrate.ts'),
      bundleService('src/reseal.ts'),
    ]);
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'openplug-variables-'));
  });
  afterAll(async () => {
    await service.remove();
    await migrate.remove();
    await reseal.remove();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  it.each([
    ['the embedded database', () => ({ DATA_DIR: dataDir })],
    [
      'that of DATABASE_URL',
      () => ({ DATABASE_URL: database.url, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }),
    ],
  ])('the service works on %s', async (_which, environment) => {
    const adminToken = 'admin-token-of-the-tests';
    const running = startServiceProcess(service, { ...hostile, ...environment(), ADMIN_TOKEN: adminToken });
    try {
      const { url } = await running.ready;
      await makeDeveloper(adminClient(String(url), adminToken));
      expect((await fetch(`${String(url)}/readyz`)).status).toBe(200);
      expect(running.logged.map(({ msg }) => msg?.split(' ')[0]).toSorted()).toEqual(Object.keys(hostile).toSorted());
    } finally {
      await running.end();
    }
  });

  it('npm run migrate looks at the database of DATABASE_URL', async () => {
    const { ended, lines } = startServiceProcess(migrate, { ...hostile, DATABASE_URL: database.url });
    expect(await ended).toBe(0);
    expect(lines.at(-1)).toMatchObject({ msg: 'the database already has every migration' });
  });

  it('npm run reseal works on it too', async () => {
    const keys = { ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'), ADMIN_TOKEN: 'admin-token-of-the-tests' };
    const { ended } = startServiceProcess(reseal, { ...hostile, DATABASE_URL: database.url, ...keys });
    expect(await ended).toBe(0);
  });

  it('so does the Prisma CLI', async (context) => {
    const project = await newProject(context);
    await project.createMigratedDatabase();
    expect(await project.prisma(['migrate', 'status'], { environment: hostile, asShipped: true })).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Database schema is up to date!'),
    });
  });
});
