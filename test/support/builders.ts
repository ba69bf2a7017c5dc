import * as operations from '../admin/generated/operations.ts';
import type { AdminClient } from './adminClient.ts';

/** Text that every URL encoder treats differently. */
export const oddText = `会员 1年 ~*!'()+%&=/😀`;

/** A developer's plugin, with a user who is logged in to it. */
export interface Developer {
  pluginId: string;
  secret: string;
  userId: string;
  openId: string;
  accessToken: string;
}

export async function makeDeveloper(admin: AdminClient, callbackUrl?: string): Promise<Developer> {
  const { createPlugin } = await admin(operations.CreatePluginDocument, {
    input: { name: 'A plugin', ...(callbackUrl && { callbackUrl }) },
  });
  const { createUser } = await admin(operations.CreateUserDocument, {
    input: { nickname: oddText, avatar: 'https://example.com/a.png?x=1&y=~%20', member: true },
  });
  const { pluginId, userId } = { pluginId: createPlugin.plugin.id, userId: createUser.user.id };
  const { issueAccessToken } = await admin(operations.IssueAccessTokenDocument, { input: { pluginId, userId } });
  return {
    pluginId,
    secret: createPlugin.secret,
    userId,
    openId: issueAccessToken.openId,
    accessToken: issueAccessToken.accessToken,
  };
}

export async function makeGoods(
  admin: AdminClient,
  pluginId: string,
  given: Partial<operations.CreateGoodsInput> = {},
): Promise<operations.GoodsFieldsFragment> {
  const input = { pluginId, title: oddText, totalFee: 100, ...given };
  return (await admin(operations.CreateGoodsDocument, { input })).createGoods.goods;
}

export async function makeOrder(
  admin: AdminClient,
  developer: Developer,
  given: Partial<operations.CreateOrderInput> = {},
): Promise<operations.OrderFieldsFragment> {
  const goodsId = given.goodsId ?? (await makeGoods(admin, developer.pluginId)).id;
  const input = { userId: developer.userId, ...given, goodsId };
  return (await admin(operations.CreateOrderDocument, { input })).createOrder.order;
}
