import { Client } from 'undici';

/** Posts as many times as it is told, each on a connection of its own, as callbacks are; nothing is recorded. */
const [, , url = '', count = '0', concurrency = '1'] = process.argv;
const { origin, pathname } = new URL(url);
const body = JSON.stringify({
  resource: { order_id: 'x'.repeat(32), status: 10, body: 'Goods' },
  sign: 'f'.repeat(64),
});
let left = Number(count);

await Promise.all(Array.from({ length: Number(concurrency) }, postUntilNoneIsLeft));

async function postUntilNoneIsLeft(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const client = new Client(origin);
    const response = await client.request({
      method: 'POST',
      path: pathname,
      headers: { 'content-type': 'application/json', 'openplug-delivery': 'bare', 'openplug-attempt': '1' },
      body,
    });
    await response.body.text();
    await client.destroy();
  }
}
