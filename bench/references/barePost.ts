import { Client, request } from 'undici';
import { callbackHeaders } from '../../src/rules/callbacks/callbackHeaders.ts';

/** As long as a callback's. */
const body = JSON.stringify({
  resource: {
    attach: 'attach=1',
    body: '会员 1年',
    created_at: '2026-01-01 00:00:00',
    goods_id: 'g'.repeat(32),
    open_id: 'f'.repeat(32),
    order_id: 'o'.repeat(32),
    out_order_id: 'number-1',
    paid_at: '2026-01-01 00:00:00',
    pay_fee: 100,
    plugin_id: 'aaaaaaaa',
    status: 10,
    timestamp: 1767225600,
  },
  sign: 'f'.repeat(64),
});

/** Posts on a connection that undici keeps, as it does when it is just called. */
export async function post(url: string, orderId: string): Promise<void> {
  const response = await request(url, { method: 'POST', headers: callbackHeaders(orderId, 1, []), body });
  await response.body.text();
}

/** Posts on a connection of its own. */
export async function postAlone(url: string, orderId: string): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const client = new Client(origin, { pipelining: 0 });
  const response = await client.request({ method: 'POST', path, headers: callbackHeaders(orderId, 1, []), body });
  await response.body.text();
  await client.destroy();
}
