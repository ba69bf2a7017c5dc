import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as operations from '../admin/generated/operations.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { createTestDatabase } from '../support/database.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signatureOf, signed } from '../support/signedRequest.ts';

const timestamp = String(exampleTime.getTime() / 1000);
const token = 'T'.repeat(32);
let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

/** Returns the refused requests that staff see, the newest first. */
async function recorded(pluginId?: string): Promise<operations.RejectedRequestFieldsFragment[]> {
  const variables = { first: 100, ...(pluginId !== undefined && { pluginId }) };
  const { rejectedRequests } = await service.admin(operations.RejectedRequestsDocument, variables);
  return rejectedRequests.edges.map(({ node }) => node);
}

/** Returns the status of one request, and what is recorded of it. */
async function recordedOf(send: () => Promise<{ status: number }>): Promise<[number, object[]]> {
  const before = (await recorded()).length;
  const { status } = await send();
  const all = await recorded();
  return [status, all.slice(0, all.length - before)];
}

const get = (path: string, parameters: Record<string, string>) => call(service.url, 'GET', path, parameters);
const sentBy = (parameters: Record<string, string>, at = timestamp) => ({
  plugin_id: developer.pluginId,
  timestamp: at,
  ...parameters,
});
const withSign = (parameters: Record<string, string>, secret = developer.secret) => ({
  ...parameters,
  sign: signatureOf(secret, parameters),
});

describe('what staff see of a refused request', () => {
  it('says that the signature was wrong', async () => {
    const parameters = withSign(sentBy({ access_token: token, note: '会 1' }), 'wrong');
    expect(await recordedOf(() => get('/baseinfo', parameters))).toEqual([
      401,
      [
        {
          id: expect.stringMatching(/^rejected_\d+$/),
          at: exampleTime.toISOString(),
          endpoint: 'GET /baseinfo',
          pluginId: developer.pluginId,
          sandbox: false,
          status: 401,
          reason: 'SIGNATURE_WRONG',
          canonicalString: `access_token=[left out]&note=%E4%BC%9A+1&plugin_id=${developer.pluginId}&timestamp=${timestamp}`,
          skewSeconds: 0,
          remoteAddress: '127.0.0.1',
        },
      ],
    ]);
  });

  it.each([
    ['late', '-600', -600],
    ['early', '600', 600],
  ])('says by how much the timestamp is too %s', async (_what, offset, skewSeconds) => {
    const at = String(Number(timestamp) + Number(offset));
    const parameters = withSign(sentBy({ out_order_id: 'ORDER-1' }, at));
    expect(await recordedOf(() => get('/payments/record', parameters))).toEqual([
      403,
      [
        expect.objectContaining({
          endpoint: 'GET /payments/record',
          status: 403,
          reason: 'TIMESTAMP_EXPIRED',
          skewSeconds,
          canonicalString: `out_order_id=ORDER-1&plugin_id=${developer.pluginId}&timestamp=${at}`,
        }),
      ],
    ]);
  });

  it.each(['1624329435000', '9'.repeat(400), '0'.repeat(400)])(
    'has a finite skew for the timestamp %.20s',
    async (at) => {
      const parameters = withSign(sentBy({ out_order_id: 'ORDER-1' }, at));
      const [status, [row]] = await recordedOf(() => get('/payments/record', parameters));
      expect(status).toBe(403);
      const { skewSeconds } = row as operations.RejectedRequestFieldsFragment;
      expect(Math.abs(Number(skewSeconds))).toBeGreaterThan(1e9);
      expect(Math.abs(Number(skewSeconds))).toBeLessThanOrEqual(1e12);
    },
  );

  it('says that there is no such plugin, and which was sent', async () => {
    const parameters = withSign({ plugin_id: '会 nope', timestamp, access_token: token });
    expect(await recordedOf(() => get('/baseinfo', parameters))).toEqual([
      404,
      [expect.objectContaining({ status: 404, reason: 'PLUGIN_NOT_FOUND', pluginId: '会 nope' })],
    ]);
    expect(await recorded('会 nope')).toHaveLength(1);
  });

  it('says that the access token is unknown', async () => {
    const goods = { access_token: token, title: 'Gold', total_fee: '1' };
    const parameters = withSign(sentBy(goods));
    expect(await recordedOf(() => call(service.url, 'POST', '/goods', parameters))).toEqual([
      401,
      [expect.objectContaining({ endpoint: 'POST /goods', status: 401, reason: 'ACCESS_TOKEN_UNKNOWN' })],
    ]);
  });

  it('is as long as a person would read, of the longest request', async () => {
    const body = JSON.stringify(withSign(sentBy({ access_token: token, zzz: '会'.repeat(4000) }), 'wrong'));
    const send = () =>
      fetch(`${service.url}/baseinfo?a=1`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await recordedOf(send)).toEqual([405, []]);

    const form = new URLSearchParams(withSign(sentBy({ access_token: token, zzz: '会'.repeat(1000) }), 'wrong'));
    const [status, [row]] = await recordedOf(() => fetch(`${service.url}/baseinfo?${form.toString()}`));
    expect(status).toBe(401);
    expect((row as operations.RejectedRequestFieldsFragment).canonicalString).toHaveLength(2000);
  });

  it('never has a secret, a token or a signature in it', async () => {
    const { secret, accessToken, pluginId } = developer;
    const { key } = (
      await service.admin(operations.CreateApiKeyDocument, { input: { name: 'pasted', role: 'VIEWER' } })
    ).createApiKey;
    const sent = [
      withSign(sentBy({ access_token: accessToken }), 'wrong'),
      withSign(sentBy({ access_token: accessToken, secret, accessToken, [secret]: '1', key: `x${secret}` }), 'wrong'),
      withSign({ plugin_id: secret, timestamp, access_token: accessToken }),
      withSign({ plugin_id: pluginId, timestamp: '1', access_token: accessToken, Sign: 'a'.repeat(64) }),
    ];
    for (const parameters of sent) expect((await get('/baseinfo', parameters)).status).toBeGreaterThan(400);
    for (const pasted of [secret, accessToken, key]) {
      const parameters = withSign(sentBy({ out_order_id: pasted }), 'wrong');
      expect((await get('/payments/record', parameters)).status).toBe(401);
    }

    const seen = JSON.stringify(await recorded()) + (await storedText()) + JSON.stringify(service.logged);
    expect(seen).toContain('[left out]');
    for (const hidden of [secret, accessToken, key, 'a'.repeat(64), ...sent.map(({ sign }) => sign)]) {
      expect(seen).not.toContain(hidden);
    }
  });
});

describe('nothing is recorded of', () => {
  it.each<[what: string, status: number, path: string, parameters: () => Record<string, string>]>([
    ['what is answered', 200, '/baseinfo', () => withSign(sentBy({ access_token: developer.accessToken }))],
    ['what has no readable parameters', 422, '/baseinfo', () => sentBy({})],
    ['an unknown order', 400, '/payments/record', () => withSign(sentBy({ out_order_id: 'ORDER-1' }))],
    ['a path that does not exist', 404, '/nothing', () => ({})],
  ])('%s', async (_what, status, path, parameters) => {
    expect(await recordedOf(() => get(path, parameters()))).toEqual([status, []]);
  });
});

const wrong = () => signed('wrong', { plugin_id: developer.pluginId, access_token: token });

describe('recording', () => {
  it('happens by itself, without anybody looking', async () => {
    const before = await countStored();
    await get('/baseinfo', wrong());
    await vi.waitFor(async () => expect(await countStored()).toBe(before + 1), { timeout: 10_000, interval: 50 });
  });

  it('does not hold up the answer while the database cannot take it', async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE rejected_request IN ACCESS EXCLUSIVE MODE');
      for (let round = 0; round < 5; round += 1) expect((await get('/baseinfo', wrong())).status).toBe(401);
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    expect((await recorded(developer.pluginId)).length).toBeGreaterThan(5);
  });

  it('that fails is only logged, and the next is kept', async () => {
    await run(service.databaseUrl, 'ALTER TABLE rejected_request RENAME TO away');
    expect((await get('/baseinfo', wrong())).status).toBe(401);
    await vi.waitFor(() => expect(service.logged).toContainEqual(expect.objectContaining({ level: 50, lost: 1 })), {
      timeout: 10_000,
      interval: 50,
    });
    await run(service.databaseUrl, 'ALTER TABLE away RENAME TO rejected_request');
    expect(await recordedOf(() => get('/baseinfo', wrong()))).toEqual([401, [expect.anything()]]);
  });

  it('keeps up with a flood by dropping, and says so', async () => {
    await recorded();
    const before = await countStored();
    const parameters = wrong();
    await Promise.all(Array.from({ length: 200 }, async () => get('/baseinfo', parameters)));
    await recorded();
    const kept = (await countStored()) - before;

    const dropped = service.logged.reduce((sum, line) => sum + Number(line['dropped'] ?? 0), 0);
    expect(kept).toBeGreaterThanOrEqual(50);
    expect(dropped).toBe(200 - kept);
  });
});

it('is finished when the service has stopped', async () => {
  const database = await createTestDatabase();
  try {
    const other = await startTestService({ DATABASE_URL: database.url });
    const parameters = withSign({ plugin_id: 'nope', timestamp, access_token: token });
    await call(other.url, 'GET', '/baseinfo', parameters);
    await other.stop();
    expect(await countStored(database.url)).toBe(1);
  } finally {
    await database.drop();
  }
});

async function countStored(databaseUrl = service.databaseUrl): Promise<number> {
  const { rows } = await run(databaseUrl, 'SELECT count(*)::int AS n FROM rejected_request');
  return (rows[0] as { n: number }).n;
}

async function storedText(): Promise<string> {
  const { rows } = await run(service.databaseUrl, `SELECT string_agg(r::text, ' ') AS text FROM rejected_request r`);
  return (rows[0] as { text: string }).text;
}
