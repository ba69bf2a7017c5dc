import type { Service } from '../src/service/startService.ts';
import { watchCallback } from './callback.ts';
import { isGenuine, signedQuery, type Developer, type SignedMessage } from './developer.ts';
import { chapter, json, quote, say, shell, verified } from './narrator.ts';
import { startReceiver } from './receiver.ts';
import { staff, type Staff } from './staff.ts';

/** From a new plugin to a paid order; each request is shown as a curl line that does the same. */
export async function tellStory(service: Service, adminTokenInShell: string): Promise<void> {
  const ask = staff(service, adminTokenInShell);

  const receiver = await startReceiver();

  chapter('1. Staff create a plugin and a user');
  const developer = await createPlugin(ask, receiver.url);
  receiver.developer = developer;
  const userId = await createUser(ask);

  chapter('2. The user logs in to the plugin: the client obtains an access token and hands it to its server');
  const accessToken = await issueAccessToken(ask, developer, userId);

  chapter("3. The developer's server links the account");
  const user = await get(service, developer, '/baseinfo', { access_token: accessToken });
  const openId = String(user['open_id']);

  chapter("4. The developer's server creates goods at a price of its own");
  const goodsId = await createGoods(service, developer, accessToken);

  chapter('5. The user orders them');
  const orderId = await createOrder(ask, goodsId, userId);
  const unpaid = await get(service, developer, '/payments/record', { out_order_id: orderId });
  verified('the order is unpaid (status 0) and belongs to the linked user', isOrder(unpaid, 0, openId));

  chapter('6. The user pays');
  await ask(`mutation ($orderId: ID!) { payOrder(input: { orderId: $orderId }) { order { status paidAt } } }`, {
    orderId,
  });

  chapter("7. The developer's server is told, until it answers SUCCESS (here after 1 and 2 seconds, not 15 and 30)");
  await watchCallback(ask, orderId);
  receiver.close();

  chapter('8. The developer can ask as well');
  const paid = await get(service, developer, '/payments/record', { out_order_id: orderId });
  verified('the order is paid (status 10)', isOrder(paid, 10, openId));

  chapter('The service stays up');
  say(`REST     ${service.url}/baseinfo  /payments/record  /goods`);
  say(`GraphQL  ${service.adminUrl}/graphql   with  Authorization: Bearer ${adminTokenInShell}`);
  say(`The curl lines above are good for ten minutes from their timestamp. Ctrl-C stops the service.`);
}

function isOrder(order: Record<string, string | number>, status: number, openId: string): boolean {
  return order['status'] === status && order['open_id'] === openId;
}

async function createPlugin(ask: Staff, callbackUrl: string): Promise<Developer> {
  const { createPlugin: created } = await ask<{ createPlugin: { plugin: { id: string }; secret: string } }>(
    `mutation ($callbackUrl: String) {
      createPlugin(input: { name: "Demo plugin", callbackUrl: $callbackUrl }) { plugin { id name callbackUrl } secret }
    }`,
    { callbackUrl },
  );
  say('  The secret is shown this once; the database has it encrypted.');
  return { pluginId: created.plugin.id, secret: created.secret };
}

async function createUser(ask: Staff): Promise<string> {
  const { createUser: created } = await ask<{ createUser: { user: { id: string } } }>(
    `mutation { createUser(input: { nickname: "小明", avatar: "https://example.com/a.png", member: true }) { user { id } } }`,
  );
  return created.user.id;
}

async function issueAccessToken(ask: Staff, { pluginId }: Developer, userId: string): Promise<string> {
  const { issueAccessToken: issued } = await ask<{ issueAccessToken: { accessToken: string } }>(
    `mutation ($pluginId: ID!, $userId: ID!) {
      issueAccessToken(input: { pluginId: $pluginId, userId: $userId }) { accessToken openId expiresAt }
    }`,
    { pluginId, userId },
  );
  return issued.accessToken;
}

/** Without a number of the developer's, so that the line can be pasted: a number that is paid is not taken again. */
async function createOrder(ask: Staff, goodsId: string, userId: string): Promise<string> {
  const { createOrder: created } = await ask<{ createOrder: { order: { id: string } } }>(
    `mutation ($goodsId: ID!, $userId: ID!) {
      createOrder(input: { goodsId: $goodsId, userId: $userId }) { order { id status payFee body } }
    }`,
    { goodsId, userId },
  );
  return created.order.id;
}

async function createGoods(service: Service, developer: Developer, accessToken: string): Promise<string> {
  const form = signedQuery(developer, { access_token: accessToken, title: '会员 1年', total_fee: 9900, pay_limit: 10 });
  shell(`curl -s ${service.url}/goods -d ${quote(form)}`);
  const response = await fetch(`${service.url}/goods`, { method: 'POST', body: new URLSearchParams(form) });
  const body = (await response.json()) as { message: string };
  json(body);
  verified('goods were created', response.status === 200);
  return body.message;
}

/** A signed GET whose signed answer is checked as a developer's server must check it. */
async function get(
  service: Service,
  developer: Developer,
  path: string,
  parameters: Record<string, string>,
): Promise<SignedMessage['resource']> {
  const url = `${service.url}${path}?${signedQuery(developer, parameters)}`;
  shell(`curl -s ${quote(url)}`);
  const response = await fetch(url);
  const message = (await response.json()) as SignedMessage;
  json(message);
  verified('the signature of the response is genuine', response.status === 200 && isGenuine(developer, message));
  return message.resource;
}
