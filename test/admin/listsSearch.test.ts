import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { run } from '../support/databaseServer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  CreatePluginDocument,
  CreateUserDocument,
  GoodsListDocument,
  OrdersDocument,
  PluginListsDocument,
  PluginsDocument,
  UsersDocument,
  type GoodsFilter,
  type OrderFilter,
} from './generated/operations.ts';

let service: TestService;
let developer: Developer;

const names = ['Alpha', 'alphabet 100%', '100 percent', 'a_b', 'aXb', String.raw`back\slash`, '会员一年'];

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
  for (const name of names) {
    await service.admin(CreatePluginDocument, { input: { name } });
    await service.admin(CreateUserDocument, { input: { nickname: name } });
    await makeGoods(service.admin, developer.pluginId, { title: name });
  }
  // The developer's own plugin and user are not what is searched.
  await run(service.databaseUrl, `UPDATE plugin SET name = '-' WHERE name = 'A plugin'`);
  await run(service.databaseUrl, `UPDATE "user" SET nickname = '-' WHERE id = '${developer.userId}'`);
});
afterAll(() => service.stop());

const lists = {
  plugins: async (search: string) => {
    const { plugins } = await service.admin(PluginsDocument, { search });
    expect(plugins.totalCount).toBe(plugins.edges.length);
    return plugins.edges.map(({ node }) => node.name);
  },
  users: async (search: string) => {
    const { users } = await service.admin(UsersDocument, { search });
    expect(users.totalCount).toBe(users.edges.length);
    return users.edges.map(({ node }) => node.nickname);
  },
  goods: async (titleContains: string) => {
    const { goodsList } = await service.admin(GoodsListDocument, { filter: { titleContains } });
    expect(goodsList.totalCount).toBe(goodsList.edges.length);
    return goodsList.edges.map(({ node }) => node.title);
  },
};

describe.each(['plugins', 'users', 'goods'] as const)('a search of %s', (list) => {
  it.each([
    { search: 'alpha', found: ['Alpha', 'alphabet 100%'] },
    { search: 'ALPHA', found: ['Alpha', 'alphabet 100%'] },
    { search: '100', found: ['alphabet 100%', '100 percent'] },
    { search: '100%', found: ['alphabet 100%'] },
    { search: '%', found: ['alphabet 100%'] },
    { search: 'a_b', found: ['a_b'] },
    { search: '_', found: ['a_b'] },
    { search: '\\', found: [String.raw`back\slash`] },
    { search: String.raw`K\S`, found: [String.raw`back\slash`] },
    { search: '员一', found: ['会员一年'] },
    { search: 'nothing', found: [] },
    { search: "' OR 1=1 --", found: [] },
  ])('for $search finds $found', async ({ search, found }) => {
    expect((await lists[list](search)).toSorted()).toEqual(found.toSorted());
  });

  it('for nothing finds everything', async () => {
    expect(await lists[list]('')).toEqual(expect.arrayContaining(names));
  });

  it.each([' ', '\u3000'])('for %j is refused, and told what it lacks', async (search) => {
    const name = list === 'goods' ? 'filter.titleContains' : 'search';
    await expect(lists[list](search)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [name]: [`${name} must have a character that is not white space, or be left out.`] },
    });
  });

  it.each(['a\0b', '\u001F', 'x'.repeat(101)])('for %j is refused', async (search) => {
    await expect(lists[list](search)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [list === 'goods' ? 'filter.titleContains' : 'search']: [expect.any(String)] },
    });
  });
});

describe('an exact id', () => {
  it('finds the plugin, the user, the goods; a part of it does not', async () => {
    const { pluginId, userId } = developer;
    const { id } = await makeGoods(service.admin, pluginId, { title: 'Found by its id' });

    expect(await lists.plugins(pluginId)).toEqual(['-']);
    expect(await lists.users(userId)).toEqual(['-']);
    expect(await lists.goods(id)).toEqual(['Found by its id']);
    expect(await lists.plugins(pluginId.slice(1))).toEqual([]);
    expect(await lists.users(userId.slice(1))).toEqual([]);
    expect(await lists.goods(id.slice(1))).toEqual([]);
  });
});

describe('goods', () => {
  it('of a filter match all of its conditions', async () => {
    const other = await makeDeveloper(service.admin);
    await makeGoods(service.admin, other.pluginId, { title: 'Alpha of another' });
    const titlesOf = async (filter: GoodsFilter) =>
      (await service.admin(GoodsListDocument, { filter })).goodsList.edges.map(({ node }) => node.title);

    expect(await titlesOf({ pluginId: other.pluginId })).toEqual(['Alpha of another']);
    expect(await titlesOf({ pluginId: other.pluginId, titleContains: 'alpha' })).toEqual(['Alpha of another']);
    expect(await titlesOf({ pluginId: other.pluginId, titleContains: '100' })).toEqual([]);
    expect(await titlesOf({ pluginId: other.pluginId, source: 'API' })).toEqual([]);
    expect(await titlesOf({ source: 'CONSOLE', titleContains: 'of another' })).toEqual(['Alpha of another']);
    await expect(titlesOf({ pluginId: '' })).rejects.toMatchObject({
      fields: { 'filter.pluginId': [expect.any(String)] },
    });
  });
});

describe('a search of orders', () => {
  const idsOf = async (filter: OrderFilter) =>
    (await service.admin(OrdersDocument, { filter })).orders.edges.map(({ node }) => node.id);

  it('takes characters of a pattern in a title as they are', async () => {
    const [percent, other] = [
      await makeOrder(service.admin, developer, {
        goodsId: (await makeGoods(service.admin, developer.pluginId, { title: '50% off' })).id,
      }),
      await makeOrder(service.admin, developer, {
        goodsId: (await makeGoods(service.admin, developer.pluginId, { title: '50 cents off' })).id,
      }),
    ];
    expect(await idsOf({ search: '50% off' })).toEqual([percent.id]);
    expect(await idsOf({ search: 'cents' })).toEqual([other.id]);
  });

  describe('that a caller reads out', () => {
    const ids = new Map<string, string>();
    beforeAll(async () => {
      const plugin = await makeDeveloper(service.admin);
      const { id: goodsId } = await makeGoods(service.admin, plugin.pluginId, { title: 'Read at night' });
      for (const outOrderId of ['READ-0001', 'read-0002', '#read-0003', 'Read-0004']) {
        const ofGoods = outOrderId === 'READ-0001' ? { goodsId } : {};
        ids.set(outOrderId, (await makeOrder(service.admin, plugin, { outOrderId, ...ofGoods })).id);
      }
    });

    it.each([
      { search: '#read-0001', found: 'READ-0001' },
      { search: 'ｒｅａｄ－０００１', found: 'READ-0001' },
      { search: 'READ - 00 01', found: 'READ-0001' },
      { search: '\u202dREAD-0001\u202c', found: 'READ-0001' },
      { search: 'READ-0002', found: 'read-0002' },
      { search: '＃ read-0002', found: 'read-0002' },
      { search: '#read-0003', found: '#read-0003' },
      { search: 'Read-0004', found: 'Read-0004' },
      { search: 'ＲＥＡＤ at night ', found: 'READ-0001' },
    ])('as $search finds $found', async ({ search, found }) => {
      expect(await idsOf({ search })).toEqual([ids.get(found)]);
    });
  });

  it('finds those of one plugin, however many newer goods of others have the title', async () => {
    const goods = await makeGoods(service.admin, developer.pluginId, { title: 'Tea' });
    const order = await makeOrder(service.admin, developer, { goodsId: goods.id });
    const other = await makeDeveloper(service.admin);
    await run(
      service.databaseUrl,
      `INSERT INTO goods (id, plugin_id, title, total_fee_fen, pay_limit, source, created_at)
       SELECT 'tea' || n, '${other.pluginId}', 'Tea', 100, 0, 'API', '2100-01-01' FROM generate_series(1, 101) AS n`,
    );
    expect(await idsOf({ search: 'tea', pluginId: developer.pluginId })).toEqual([order.id]);
    expect(await idsOf({ search: 'tea', goodsId: goods.id })).toEqual([order.id]);
    const { plugins } = await service.admin(PluginListsDocument, { orders: { search: 'tea' } });
    const listed = plugins.edges.find(({ node }) => node.id === developer.pluginId)!.node.orders;
    expect(listed.edges.map(({ node }) => node.id)).toEqual([order.id]);
  });

  it('is refused in each plugin of a large page, which would be as many searches', async () => {
    const page = { first: 95, inner: 1 };
    // The same operation without it is cheap, and its price is remembered.
    await service.admin(PluginListsDocument, { ...page, orders: {} });
    await expect(service.admin(PluginListsDocument, { ...page, orders: { search: 'a' } })).rejects.toMatchObject({
      code: 'QUERY_TOO_COSTLY',
    });
  });
});
