import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNodeId } from '../../src/rules/values/nodeId.ts';
import { writeCursor } from '../../src/rules/values/page.ts';
import { adminClient, type AdminClient } from '../support/adminClient.ts';
import { makeBulkLists, pluginIdOf } from '../support/bulkLists.ts';
import { run } from '../support/databaseServer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import * as operations from './generated/operations.ts';

let service: TestService;

interface Given {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}
interface Page {
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: operations.PageFieldsFragment;
  totalCount: number;
}

/** Each list, and whether it can be read from its end. */
const lists: { list: string; table: string; read: (given: Given) => Promise<Page>; bothWays: boolean }[] = [
  {
    list: 'plugins',
    table: 'plugin',
    read: async (given) => (await service.admin(operations.PluginsDocument, given)).plugins,
    bothWays: false,
  },
  {
    list: 'users',
    table: 'user',
    read: async (given) => (await service.admin(operations.UsersDocument, given)).users,
    bothWays: false,
  },
  {
    list: 'goodsList',
    table: 'goods',
    read: async (given) => (await service.admin(operations.GoodsListDocument, given)).goodsList,
    bothWays: true,
  },
  {
    list: 'orders',
    table: 'order',
    read: async (given) => (await service.admin(operations.OrdersDocument, given)).orders,
    bothWays: true,
  },
  {
    list: 'deliveryAttempts',
    table: 'delivery_attempt',
    read: async (given) => (await service.admin(operations.DeliveryAttemptsDocument, given)).deliveryAttempts,
    bothWays: true,
  },
  {
    list: 'auditLog',
    table: 'audit_entry',
    read: async (given) => (await service.admin(operations.AuditLogDocument, given)).auditLog,
    bothWays: false,
  },
  {
    list: 'apiKeys',
    table: 'api_key',
    read: async (given) => (await service.admin(operations.ApiKeysDocument, given)).apiKeys,
    bothWays: true,
  },
];

const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id);

beforeAll(async () => {
  service = await startTestService();
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await makeBulkLists(client, { plugins: 9, users: 9, goods: 9, orders: 9, deliveries: 3, attempts: 9 });
  await client.query(`INSERT INTO audit_entry (at, actor, action, target, detail)
    SELECT timestamptz '2021-06-22T00:00:00Z' + n * interval '1 s', 'a', 'b', n, '{}' FROM generate_series(1, 9) AS n`);
  await client.query(`INSERT INTO api_key (id, name, role, sha256, created_at)
    SELECT 'key' || n, 'a', 'VIEWER', sha256(n::text::bytea), timestamptz '2021-06-22T00:00:00Z' + n * interval '1 s'
    FROM generate_series(1, 9) AS n`);
  // Rows 3 to 7 of each list are of one instant.
  for (const { table } of lists) {
    const time = { delivery_attempt: 'started_at', audit_entry: 'at' }[table] ?? 'created_at';
    await client.query(`UPDATE "${table}" SET ${time} = (SELECT ${time} FROM "${table}" ORDER BY ${time} OFFSET 4 LIMIT 1)
      WHERE id IN (SELECT id FROM "${table}" ORDER BY ${time}, id OFFSET 2 LIMIT 5)`);
  }
  await client.end();
});
afterAll(() => service.stop());

const firstCursorOf = async ({ read }: (typeof lists)[number]) => (await read({ first: 1 })).edges[0]!.cursor;

describe.each(lists)('$list', ({ list, read, bothWays }) => {
  it.each([1, 2, 4, 9])('is the same in pages of %i, forward and backward', async (size) => {
    const all = idsOf(await read({ first: 100 }));
    expect(new Set(all).size).toBe(9);

    const forward: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page = await read({ first: size, after });
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      expect(page.totalCount).toBe(9);
      forward.push(...idsOf(page));
      [after, more] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
    }
    expect(forward).toEqual(all);
    if (!bothWays) return;

    const backward: string[] = [];
    for (let before: string | null = null, more = true; more;) {
      const page = await read({ last: size, before });
      expect(page.pageInfo.hasNextPage).toBe(before !== null);
      backward.unshift(...idsOf(page));
      [before, more] = [page.pageInfo.startCursor, page.pageInfo.hasPreviousPage];
    }
    expect(backward).toEqual(all);
  });

  it('refuses the cursors of every other list, and its own when they lost their end', async () => {
    const cursors = await Promise.all(lists.map(async (other) => [other.list, await firstCursorOf(other)] as const));
    const own = cursors.find(([name]) => name === list)![1];
    const others = cursors.filter(([name]) => name !== list).map(([, cursor]) => cursor);
    for (const after of ['no cursor', own.slice(0, -1), ...others]) {
      await expect(read({ after })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { after: ['after must be a cursor that this list has returned.'] },
      });
    }
    expect((await read({ after: own })).edges).toHaveLength(8);
  });

  it.each([0, 101, -1])('has no page of %i', async (first) => {
    const fields = { first: ['first must be a whole number from 1 to 100.'] };
    await expect(read({ first })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });
});

describe.each(lists.filter(({ bothWays }) => bothWays))('$list', ({ read }) => {
  it.each([1, 2, 4, 9])('is the same between two cursors in pages of %i', async (size) => {
    const { edges } = await read({ first: 100 });
    // The rows 1 to 7; three of those that are of one instant are between others, two beyond.
    const [after, before] = [edges[0]!.cursor, edges[8]!.cursor];
    const between = edges.slice(1, 8).map(({ node }) => node.id);

    const forward: string[] = [];
    for (let from = after, more = true; more;) {
      const page = await read({ first: size, after: from, before });
      expect(page.pageInfo.hasPreviousPage).toBe(true);
      forward.push(...idsOf(page));
      [from, more] = [page.pageInfo.endCursor!, page.pageInfo.hasNextPage];
    }
    const backward: string[] = [];
    for (let to = before, more = true; more;) {
      const page = await read({ last: size, after, before: to });
      expect(page.pageInfo.hasNextPage).toBe(true);
      backward.unshift(...idsOf(page));
      [to, more] = [page.pageInfo.startCursor!, page.pageInfo.hasPreviousPage];
    }
    expect([forward, backward]).toEqual([between, between]);
  });
});

describe.each(lists.filter(({ table }) => ['delivery_attempt', 'audit_entry'].includes(table)))(
  'a cursor of $list',
  ({ read, bothWays, table }) => {
    it('stays good when its row is gone', async () => {
      const { edges } = await read({ first: 100 });
      const { cursor, node } = edges[4]!;
      await run(service.databaseUrl, `DELETE FROM "${table}" WHERE id = ${readNodeId(node.id)!.id}`);

      expect(idsOf(await read({ first: 2, after: cursor }))).toEqual([edges[5]!.node.id, edges[6]!.node.id]);
      const before = bothWays ? await read({ last: 1, before: cursor }) : await read({ first: 4 });
      expect(idsOf(before).at(-1)).toBe(edges[3]!.node.id);
    });

    it('may have the largest id', async () => {
      const kind = table === 'audit_entry' ? 'auditEntry' : 'attempt';
      const after = writeCursor({ kind, time: new Date(0), id: '9223372036854775807' });
      expect(await read({ after })).toMatchObject({ edges: [], pageInfo: { hasPreviousPage: true } });
    });
  },
);

describe('goodsList', () => {
  it('may be asked for its end, although first has a default', async () => {
    const { goodsList: all } = await service.admin(operations.GoodsListDocument, { first: 100 });
    const { goodsList: last } = await service.admin(operations.GoodsLastDocument, { last: 2 });
    const { goodsList: before } = await service.admin(operations.GoodsLastDocument, {
      before: all.edges[2]!.cursor,
    });

    expect(last.edges.map(({ node }) => node.id)).toEqual(all.edges.slice(-2).map(({ node }) => node.id));
    expect(before.edges.map(({ node }) => node.id)).toEqual(all.edges.slice(0, 2).map(({ node }) => node.id));
    for (const first of [3, 20]) {
      await expect(service.admin(operations.GoodsListDocument, { first, last: 2 })).rejects.toMatchObject({
        fields: { last: [expect.stringContaining('cannot go with first')] },
      });
    }
  });

  it('has its first rows before a cursor, when first is given', async () => {
    const { goodsList: all } = await service.admin(operations.GoodsListDocument, { first: 100 });
    const ids = async (given: operations.GoodsListQueryVariables) =>
      (await service.admin(operations.GoodsListDocument, given)).goodsList.edges.map(({ node }) => node.id);
    const before = all.edges[5]!.cursor;

    expect(await ids({ first: 2, before })).toEqual(all.edges.slice(0, 2).map(({ node }) => node.id));
    expect(await ids({ last: 2, before })).toEqual(all.edges.slice(3, 5).map(({ node }) => node.id));
  });
});

describe('the lists of a plugin', () => {
  it('are read page by page', async () => {
    const search = pluginIdOf(1);
    const read = async (inner: number, after: string | null) => {
      const { plugins } = await service.admin(operations.PluginListsDocument, {
        first: 1,
        search,
        inner,
        ordersAfter: after,
      });
      return plugins.edges[0]!.node.orders;
    };
    await run(
      service.databaseUrl,
      `INSERT INTO plugin_user (plugin_id, user_id, open_id)
       SELECT '${search}', user_id, md5(user_id || 'x') FROM plugin_user ON CONFLICT DO NOTHING`,
    );
    await run(service.databaseUrl, `UPDATE "order" SET plugin_id = '${search}', created_at = '2021-06-22T00:00:00Z'`);
    const all = (await read(50, null)).edges.map(({ node }) => node.id);
    expect(new Set(all).size).toBe(9);

    const pages: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { edges, pageInfo, totalCount } = await read(2, after);
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      expect(totalCount).toBe(9);
      pages.push(...edges.map(({ node }) => node.id));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(pages).toEqual(all);
  });
});

describe.each([
  { what: 'the audit log', read: async (admin: AdminClient) => admin(operations.AuditLogDocument, {}) },
  { what: 'the list of keys', read: async (admin: AdminClient) => admin(operations.ApiKeysDocument, {}) },
])('$what', ({ read }) => {
  it('is not for viewers and operators', async () => {
    for (const role of ['VIEWER', 'OPERATOR'] as const) {
      const { createApiKey } = await service.admin(operations.CreateApiKeyDocument, { input: { name: role, role } });
      const reading = read(adminClient(service.url, createApiKey.key));
      await expect(reading).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});

describe('the audit log', () => {
  it('tells who did what, the newest first', async () => {
    await service.admin(operations.CreateUserDocument, { input: { nickname: 'Somebody' } });
    const { auditLog } = await service.admin(operations.AuditLogDocument, { first: 1 });

    expect(auditLog.edges[0]!.node).toEqual({
      id: expect.stringMatching(/^audit_\d+$/),
      at: expect.stringMatching(/Z$/),
      actor: 'ADMIN_TOKEN',
      actorKeyId: null,
      action: 'createUser',
      target: expect.any(String),
      reason: null,
      detail: JSON.stringify({ nickname: 'Somebody', avatar: '', member: false }),
    });
  });
});
