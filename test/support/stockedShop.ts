import { CreateApiKeyDocument, PayOrderDocument } from '../admin/generated/operations.ts';
import { makeGoods, makeOrder } from './builders.ts';
import { startConsoleShop, type ConsoleShop } from './consoleShop.ts';

/** A shop with something in each table of the console. */
export interface StockedShop extends ConsoleShop {
  /** An order whose developer was not told. */
  orderId: string;
}

/** Starts it. Its order was paid a minute ago, and the receiver answers nearly right. */
export async function startStockedShop(outOrderId?: string): Promise<StockedShop> {
  const shop = await startConsoleShop();
  const { admin, url, clock } = shop.service;
  shop.receiver.answer({ status: 500, body: '"SUCCESS"' });
  const { pluginId, accessToken } = shop.developer;
  const goods = await makeGoods(admin, pluginId, { title: 'Goods of a shop' });
  const { id } = await makeOrder(admin, shop.developer, { goodsId: goods.id, ...(outOrderId && { outOrderId }) });
  const paidAt = new Date(clock.now.getTime() - 60_000).toISOString();
  await admin(PayOrderDocument, { input: { orderId: id, paidAt } });
  await admin(CreateApiKeyDocument, { input: { name: 'Night shift', role: 'OPERATOR' } });
  const timestamp = String(clock.now.getTime() / 1000);
  const wrong = { plugin_id: pluginId, access_token: accessToken, timestamp, sign: 'ab'.repeat(32) };
  await fetch(`${url}/baseinfo?${String(new URLSearchParams(wrong))}`);
  return { ...shop, orderId: id };
}
