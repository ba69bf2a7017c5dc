import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import {
  findRejectedRequests,
  keepRejectedRequests,
  type NewRejectedRequest,
} from '../../../src/store/rejections/rejectedRequests.ts';
import { removeExpired } from '../../../src/store/retention/removeExpired.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { exampleTime } from '../../support/service.ts';

const bounds = { perPlugin: 5, inAll: 12 };
let database: TestDatabase;
/** Two, as two processes of the service would have. */
let stores: [Store, Store];
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  const keyring = new Keyring([randomBytes(32)]);
  stores = [openStore(database.url, keyring), openStore(database.url, keyring)];
  store = stores[0];
});
afterAll(async () => {
  await Promise.all(stores.map(closeStore));
  await database.drop();
});
beforeEach(async () => {
  await store.prisma.rejectedRequest.deleteMany();
});

function rejected(pluginId: string, second: number, reason = 'SIGNATURE_WRONG'): NewRejectedRequest {
  return {
    at: new Date(exampleTime.getTime() + second * 1000),
    endpoint: 'GET /baseinfo',
    pluginId,
    status: 401,
    reason,
    canonicalString: `n=${second}`,
    skewSeconds: second,
    remoteAddress: '127.0.0.1',
  };
}
const some = (count: number, pluginId: string, reason?: string) =>
  Array.from({ length: count }, (_, second) => rejected(pluginId, second, reason));
const made = (count: number) =>
  Array.from({ length: count }, (_, at) => rejected(`made-up-${at}`, at, 'PLUGIN_NOT_FOUND'));
const kept = async () => store.prisma.rejectedRequest.findMany({ orderBy: { id: 'asc' } });
const secondsOf = async (pluginId: string) =>
  (await kept()).filter((row) => row.pluginId === pluginId).map(({ skewSeconds }) => skewSeconds);

describe('what is kept of refused requests', () => {
  it('is what was given', async () => {
    const odd = {
      ...rejected(`a"b'会😀`, 1),
      canonicalString: String.raw`a=%00&b=\u0000'"`,
      skewSeconds: -1e12,
      remoteAddress: null,
    };
    await keepRejectedRequests(store, [odd], bounds);
    expect(await kept()).toEqual([{ id: expect.any(BigInt), ...odd }]);
  });

  it('is nothing when nothing is given', async () => {
    await keepRejectedRequests(store, [], bounds);
    expect(await kept()).toEqual([]);
  });

  it('is the newest of each plugin', async () => {
    await keepRejectedRequests(store, some(3, 'other'), bounds);
    for (const row of some(9, 'busy')) await keepRejectedRequests(store, [row], bounds);

    expect(await secondsOf('busy')).toEqual([4, 5, 6, 7, 8]);
    expect(await secondsOf('other')).toEqual([0, 1, 2]);
  });

  it('is the newest of one batch that is larger than the bound', async () => {
    await keepRejectedRequests(store, some(50, 'busy'), bounds);
    expect(await secondsOf('busy')).toEqual([45, 46, 47, 48, 49]);
  });

  it('tells rows of one instant apart by their order', async () => {
    const rows = some(9, 'busy').map((row) => ({ ...row, at: exampleTime }));
    await keepRejectedRequests(store, rows, bounds);
    expect(await secondsOf('busy')).toEqual([4, 5, 6, 7, 8]);
  });

  it('is no more of all ids that name no plugin than of one plugin', async () => {
    await keepRejectedRequests(store, some(5, 'known'), bounds);
    for (let round = 0; round < 3; round += 1) await keepRejectedRequests(store, made(30), bounds);

    const rows = await kept();
    expect(rows.filter(({ reason }) => reason === 'PLUGIN_NOT_FOUND')).toHaveLength(5);
    expect(await secondsOf('known')).toHaveLength(5);
  });

  it('is the newest of all', async () => {
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
      const rows = some(5, name).map((row) => ({ ...row, at: new Date(row.at.getTime() + at * 60_000) }));
      await keepRejectedRequests(store, rows, bounds);
    }
    const names = (await kept()).map(({ pluginId }) => pluginId).join('');
    expect(names).toBe('bbcccccddddd');
  });

  it('is found by plugin, the newest first', async () => {
    await keepRejectedRequests(store, [...some(3, 'one'), ...some(3, 'other')], bounds);
    const page = await findRejectedRequests(
      store,
      { pluginId: 'one' },
      { size: 2, direction: 'forward', after: null, before: null },
    );
    expect(page.rows.map(({ skewSeconds }) => skewSeconds)).toEqual([2, 1]);
    expect(await page.hasNextPage()).toBe(true);
  });

  it('goes with what else is old', async () => {
    await keepRejectedRequests(store, some(5, 'one'), bounds);
    expect(await removeExpired(store, new Date(exampleTime.getTime() + 3000))).toBe(3);
    expect(await secondsOf('one')).toEqual([3, 4]);
  });
});

describe('several processes at once', () => {
  it('keep the bounds at every moment, and wait for each other instead of failing', async () => {
    const seen: number[] = [];
    const batches = Array.from({ length: 40 }, (_, at) => async () => {
      await keepRejectedRequests(stores[at % 2]!, [...some(4, `plugin-${at % 5}`), ...made(4)], bounds);
      seen.push(await store.prisma.rejectedRequest.count());
    });
    await Promise.all(batches.map((batch) => batch()));

    expect(Math.max(...seen)).toBeLessThanOrEqual(bounds.inAll);
    const counts = new Map<string, number>();
    for (const { reason, pluginId } of await kept()) {
      const group = reason === 'PLUGIN_NOT_FOUND' ? reason : String(pluginId);
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(bounds.perPlugin);
  });

  it('take the same short time with full bounds', async () => {
    const full = { perPlugin: 1000, inAll: 10_000 };
    for (let at = 0; at < 12; at += 1) await keepRejectedRequests(store, some(1000, `plugin-${at}`), full);
    expect(await store.prisma.rejectedRequest.count()).toBe(10_000);

    const started = performance.now();
    await keepRejectedRequests(store, [...some(250, 'plugin-11'), ...made(250)], full);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(await store.prisma.rejectedRequest.count()).toBe(10_000);
  });
});
