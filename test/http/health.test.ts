import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../support/databaseServer.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let databaseName: string;

beforeAll(async () => {
  service = await startTestService({ RUN: 'api,sweeper', ADMIN_PORT: '0' });
  databaseName = new URL(service.databaseUrl).pathname.slice(1);
});
afterAll(() => service.stop());

const patience = { timeout: 20_000, interval: 50 };
const allWell = { status: 'ok', checks: { database: 'ok', migrations: 'ok', sweeper: 'ok' } };

async function ask(url: string, method = 'GET') {
  const response = await fetch(url, { method });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
}
const readiness = async () => {
  const { status, body } = await ask(`${service.url}/readyz`);
  return { status, body };
};

describe('/healthz and /readyz', () => {
  it.each(['/healthz', '/readyz'])('%s is answered with 200 on both ports', async (path) => {
    for (const url of [service.url, service.adminUrl]) {
      await expect.poll(async () => (await ask(url + path)).status, patience).toBe(200);
    }
  });

  it.each(['/healthz', '/readyz'])('%s is for GET and HEAD', async (path) => {
    expect(await ask(service.url + path, 'HEAD')).toMatchObject({ status: 200, body: null });
    for (const method of ['POST', 'OPTIONS', 'DELETE']) {
      const { status, headers, body } = await ask(service.url + path, method);
      expect([status, headers.get('allow'), body]).toEqual([
        405,
        'GET, HEAD',
        { message: 'This path answers GET, HEAD only.' },
      ]);
    }
  });

  it('are not kept by anybody in between', async () => {
    const { headers, body } = await ask(`${service.url}/healthz`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ status: 'ok' });
  });
});

describe('/readyz', () => {
  it('says what is well', async () => {
    await expect.poll(readiness, patience).toEqual({ status: 200, body: allWell });
  });

  it('asks the database on one connection, however many ask', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, async () => readiness()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { rows } = await run(
      inject('serverUrl'),
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = '${databaseName}' AND query LIKE '%_prisma_migrations%'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('fails while the database is gone, tells no host, and recovers; /healthz does not mind', async () => {
    await letConnect(false);
    await expect.poll(readiness, patience).toMatchObject({
      status: 503,
      body: { status: 'unavailable', checks: { database: 'unreachable (55000)', migrations: 'unknown' } },
    });
    expect((await ask(`${service.url}/healthz`)).status).toBe(200);
    expect(service.logged).toContainEqual(expect.objectContaining({ level: 40, msg: 'not ready' }));

    await letConnect(true);
    await expect.poll(readiness, patience).toEqual({ status: 200, body: allWell });
    expect(service.logged).toContainEqual(expect.objectContaining({ level: 30, msg: 'ready again' }));
  });

  it.each([
    ['is missing', `rolled_back_at = now()`, 'behind'],
    ['was not finished', 'finished_at = NULL', 'failed'],
    ['was given another text', `checksum = 'other'`, 'edited'],
  ])('fails while a migration %s', async (_, change, found) => {
    const { rows } = await run(service.databaseUrl, 'SELECT * FROM _prisma_migrations ORDER BY started_at LIMIT 1');
    const { id, checksum } = rows[0] as { id: string; checksum: string };
    await run(service.databaseUrl, `UPDATE _prisma_migrations SET ${change} WHERE id = '${id}'`);
    await expect.poll(readiness, patience).toEqual({
      status: 503,
      body: { status: 'unavailable', checks: { ...allWell.checks, migrations: found } },
    });

    await run(
      service.databaseUrl,
      `UPDATE _prisma_migrations SET rolled_back_at = NULL, finished_at = now(), checksum = '${checksum}' WHERE id = '${id}'`,
    );
    await expect.poll(readiness, patience).toEqual({ status: 200, body: allWell });
  });

  it('fails when three ticks have passed without a sweep, and recovers', async () => {
    await run(service.databaseUrl, 'ALTER TABLE delivery RENAME TO away');
    await expect.poll(readiness, patience).toMatchObject({
      status: 503,
      body: {
        checks: {
          database: 'ok',
          sweeper: expect.stringMatching(/^the last sweep was \d+\.\d s ago, and three were due in [23]\.\d s$/),
        },
      },
    });

    await run(service.databaseUrl, 'ALTER TABLE away RENAME TO delivery');
    await expect.poll(readiness, patience).toEqual({ status: 200, body: allWell });
  });
});

describe('a process that only', () => {
  it.each([
    ['answers', 'api', { database: 'ok', migrations: 'ok' }],
    ['sweeps', 'sweeper', allWell.checks],
  ])('%s can be probed', async (_, RUN, checks) => {
    const other = await startTestService({ RUN });
    try {
      const asked = async () => ask(`${other.url}/readyz`);
      await expect.poll(asked, patience).toMatchObject({ status: 200, body: { status: 'ok', checks } });
      expect((await asked()).body).toEqual({ status: 'ok', checks });
      expect((await ask(`${other.url}/healthz`)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

async function letConnect(allowed: boolean): Promise<void> {
  const server = inject('serverUrl');
  await run(server, `ALTER DATABASE ${databaseName} ALLOW_CONNECTIONS ${allowed}`);
  if (allowed) return;
  await run(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${databaseName}'`);
}
