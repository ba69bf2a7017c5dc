import type pg from 'pg';
import * as operations from '../../test/admin/generated/operations.ts';
import type { AdminClient } from '../../test/support/adminClient.ts';
import { startCallbackReceiver, type Answer, type CallbackReceiver } from '../../test/support/callbackReceiver.ts';
import { sendWrongRequests, type WrongRequest } from './sendWrongRequests.ts';

export interface FilledShop {
  pluginId: string;
  /** An order that was told wrongly twice, and whose next attempt comes. */
  waitingOrderId: string;
  /** A sandbox plugin, and an order of it that waits for a listener. */
  sandbox: { pluginId: string; orderId: string };
  /** A request of the plugin that was rejected. */
  wrongRequest: WrongRequest;
  close(): Promise<void>;
}

/** Plugins whose receivers answer well, badly and not at all. */
const plugins: { name: string; answers: Answer[]; goods: string[]; orders: number }[] = [
  { name: 'Weather cards', answers: [{ body: 'SUCCESS' }], goods: ['Storm pack', '会员 1年'], orders: 90 },
  { name: 'Chess club', answers: [{ body: 'SUCCESS' }], goods: ['Season ticket', 'Opening book'], orders: 60 },
  { name: 'Pixel painter', answers: [{ body: '"SUCCESS"' }], goods: ['Brush set', 'Canvas XL'], orders: 7 },
  { name: 'Karaoke', answers: [{ status: 502, body: '<h1>Bad Gateway</h1>' }], goods: ['Song bundle'], orders: 11 },
  { name: 'Plant diary', answers: [{ status: 301, headers: { location: '/new' } }], goods: ['Seed box'], orders: 3 },
];

const nicknames = ['Lin', '小明', 'Ada', 'Björn', 'Mira', 'Teo'];

/** Fills an empty service: real payments and real callbacks, whose times are then spread over the last day. */
export async function fillShop(admin: AdminClient, client: pg.Client, url: string): Promise<FilledShop> {
  const receivers: CallbackReceiver[] = [];
  const userIds: string[] = [];
  for (const nickname of nicknames) {
    const { createUser } = await admin(operations.CreateUserDocument, { input: { nickname } });
    userIds.push(createUser.user.id);
  }
  const orderIds: string[][] = [];
  const pluginIds: string[] = [];
  const secrets: string[] = [];
  for (const { name, answers, goods, orders } of plugins) {
    const receiver = await startCallbackReceiver();
    receiver.answer(...answers);
    receivers.push(receiver);
    const { createPlugin } = await admin(operations.CreatePluginDocument, {
      input: { name, callbackUrl: receiver.url },
    });
    pluginIds.push(createPlugin.plugin.id);
    secrets.push(createPlugin.secret);
    orderIds.push(await payOrders(admin, createPlugin.plugin.id, userIds, goods, orders));
  }
  // So long that every first attempt, and the second of those that failed, has ended.
  await untilQuiet(client);
  await spreadOverDay(client, orderIds.slice(0, 2).flat());
  await giveUp(client, pluginIds[3]!);
  await admin(operations.CreateApiKeyDocument, { input: { name: 'Night shift', role: 'OPERATOR' } });
  await admin(operations.CreateApiKeyDocument, { input: { name: 'Support desk', role: 'VIEWER' } });
  const pluginId = pluginIds[2]!;
  const sandbox = await rehearse(admin);
  const { issueAccessToken } = await admin(operations.IssueAccessTokenDocument, {
    input: { pluginId, userId: userIds[0]! },
  });
  const { accessToken } = issueAccessToken;
  const wrongRequest = await sendWrongRequests(url, { pluginId, accessToken, secret: secrets[2]! }, sandbox);
  await decide(admin, { paused: pluginIds[3]!, reset: pluginIds[1]!, resent: orderIds[1]![0]! });
  return {
    pluginId,
    sandbox,
    wrongRequest,
    waitingOrderId: orderIds[2]![0]!,
    close: async () => {
      await Promise.all(receivers.map(async (receiver) => receiver.close()));
    },
  };
}

/** What staff do, and why, for the audit log. */
async function decide(admin: AdminClient, ids: Record<'paused' | 'reset' | 'resent', string>): Promise<void> {
  await admin(operations.UpdatePluginDocument, {
    input: { id: ids.paused, deliveriesPaused: true, reason: 'Their receiver is down until tonight' },
  });
  await admin(operations.ResetPluginSecretDocument, {
    input: { pluginId: ids.reset, overlapSeconds: 86_400, reason: 'It was in a public repository' },
  });
  await admin(operations.ResendDeliveryDocument, {
    input: { orderId: ids.resent, reason: 'They lost the first one' },
  });
}

async function rehearse(admin: AdminClient): Promise<FilledShop['sandbox']> {
  const { createPlugin } = await admin(operations.CreatePluginDocument, {
    input: { name: 'Weather cards, rehearsal', sandbox: true },
  });
  const { createUser } = await admin(operations.CreateUserDocument, { input: { nickname: 'Lin' } });
  const pluginId = createPlugin.plugin.id;
  const [orderId] = await payOrders(admin, pluginId, [createUser.user.id], ['Storm pack', '会员 1年'], 2);
  return { pluginId, orderId: orderId! };
}

async function payOrders(
  admin: AdminClient,
  pluginId: string,
  userIds: string[],
  titles: string[],
  count: number,
): Promise<string[]> {
  const goodsIds: string[] = [];
  for (const [index, title] of titles.entries()) {
    const input = { pluginId, title, totalFee: 600 + 1240 * index };
    goodsIds.push((await admin(operations.CreateGoodsDocument, { input })).createGoods.goods.id);
  }
  const orderIds: string[] = [];
  for (let paid = 0; paid < count; paid += 1) {
    const [goodsId, userId] = [goodsIds[paid % goodsIds.length]!, userIds[paid % userIds.length]!];
    const outOrderId = `${titles[0]!.split(' ')[0]!.toUpperCase()}-${100_000 + 37 * paid}`;
    const { createOrder } = await admin(operations.CreateOrderDocument, { input: { goodsId, userId, outOrderId } });
    orderIds.push(createOrder.order.id);
    await admin(operations.PayOrderDocument, { input: { orderId: createOrder.order.id } });
  }
  return orderIds;
}

/** Waits until nothing is due in the next minute. */
async function untilQuiet(client: pg.Client): Promise<void> {
  const soon = `SELECT 1 FROM delivery WHERE lease_token IS NOT NULL OR due_at < now() + interval '1 min' LIMIT 1`;
  while (((await client.query(soon)).rowCount ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Moves orders and what became of them back in time, more of them into the day than into the night. */
async function spreadOverDay(client: pg.Client, orderIds: string[]): Promise<void> {
  await client.query('CREATE TEMPORARY TABLE moved (id text PRIMARY KEY, back interval)');
  await client.query(
    `INSERT INTO moved SELECT id, (0.5 + n * 0.15 + 3 * sin(n / 9.0) ^ 2) * interval '1 h' * 24 / 27
     FROM unnest($1::text[]) WITH ORDINALITY AS orders(id, n)`,
    [orderIds],
  );
  await client.query(`UPDATE "order" SET created_at = created_at - back, paid_at = paid_at - back,
    acknowledged_at = acknowledged_at - back FROM moved WHERE moved.id = "order".id`);
  await client.query(`UPDATE delivery SET created_at = created_at - back FROM moved WHERE moved.id = order_id`);
  await client.query(`UPDATE delivery_attempt SET scheduled_at = scheduled_at - back, started_at = started_at - back,
    finished_at = finished_at - back, duration_ms = 20 + duration_ms + 400 * abs(sin(extract(epoch FROM back)))
    FROM moved WHERE moved.id = order_id`);
}

/** Lets the last automatic notification of the plugin have failed. */
async function giveUp(client: pg.Client, pluginId: string): Promise<void> {
  await client.query(
    `UPDATE delivery SET status = 'EXHAUSTED', next_automatic_at = NULL, max_notifications = attempt_count
     WHERE plugin_id = $1 AND status = 'PENDING'`,
    [pluginId],
  );
  await client.query(
    `UPDATE "order" SET created_at = created_at - interval '140 min', paid_at = paid_at - interval '140 min'
     WHERE plugin_id = $1`,
    [pluginId],
  );
}
