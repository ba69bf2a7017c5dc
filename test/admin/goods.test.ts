import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, oddText, type Developer } from '../support/builders.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { CreateGoodsDocument, GoodsDocument, type CreateGoodsInput } from './generated/operations.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const create = async (given: Partial<CreateGoodsInput>) => {
  const input = { pluginId: developer.pluginId, title: 'A year', totalFee: 100, ...given };
  return (await service.admin(CreateGoodsDocument, { input })).createGoods.goods;
};
const find = async (id: string) => (await service.admin(GoodsDocument, { id })).goods;

describe('createGoods', () => {
  it('answers with goods of the developer console, unpaid yet', async () => {
    const goods = await create({ title: oddText, totalFee: 2_147_483_647, payLimit: 3 });
    expect(goods).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      plugin: { id: developer.pluginId },
      title: oddText,
      totalFee: 2_147_483_647,
      payLimit: 3,
      paidCount: 0,
      source: 'CONSOLE',
      createdAt: exampleTime.toISOString(),
    });
    expect(await find(goods.id)).toEqual(goods);
  });

  it.each([{}, { payLimit: null }])('sets no limit unless one is given (%o)', async (given) => {
    expect((await create(given)).payLimit).toBe(0);
  });

  it.each([
    ['an empty title', { title: '' }, 'title'],
    ['a title of 51 characters', { title: '年'.repeat(51) }, 'title'],
    ['goods for nothing', { totalFee: 0 }, 'totalFee'],
    ['a negative price', { totalFee: -1 }, 'totalFee'],
    ['a price that is no whole number', { totalFee: 1.5 }, 'totalFee'],
    ['a price beyond 32 bits', { totalFee: 2_147_483_648 }, 'totalFee'],
    ['a negative limit', { payLimit: -1 }, 'payLimit'],
  ])('refuses %s', async (_what, given, argument) => {
    await expect(create(given)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [argument]: [expect.any(String)] },
    });
  });

  it('does not find an unknown plugin', async () => {
    await expect(create({ pluginId: 'unknown1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such plugin.',
    });
  });
});

describe('goods', () => {
  it('are null when there are no such goods', async () => {
    expect(await find('unknown')).toBeNull();
  });

  it('tell those that were created through POST /goods', async () => {
    const { pluginId, secret, accessToken } = developer;
    const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken, title: 'Made', total_fee: 1 });
    const { body } = await call(service.url, 'POST', '/goods', parameters);
    expect(await find(body.message!)).toMatchObject({ source: 'API', title: 'Made', plugin: { id: pluginId } });
  });

  it('refuse an id that could be none', async () => {
    await expect(find('a\0b')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { id: [expect.any(String)] } });
  });
});
