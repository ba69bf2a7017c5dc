import { Client, request } from 'undici';
import { answerParent } from '../harness/answerParent.ts';
import { callbackHeaders } from './callbackTask.ts';

export interface LoopOptions {
  url: string;
  posts: number;
  concurrency: number;
  /** False: undici keeps connections, as it does when it is just called. */
  isConnectionEach: boolean;
}

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

/** A loop that posts a body of the same size and records nothing. Returns the posts of a second. */
answerParent(async ({ url, posts, concurrency, isConnectionEach }: LoopOptions) => {
  let left = posts;
  const postUntilNoneIsLeft = async () => {
    while (left > 0) {
      left -= 1;
      await (isConnectionEach ? postAlone : post)(url, `loop-${left}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, postUntilNoneIsLeft));
  return posts / ((performance.now() - startedAt) / 1000);
});

async function post(url: string, orderId: string): Promise<void> {
  const response = await request(url, { method: 'POST', headers: callbackHeaders(orderId), body });
  await response.body.text();
}

async function postAlone(url: string, orderId: string): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const client = new Client(origin, { pipelining: 0 });
  const response = await client.request({ method: 'POST', path, headers: callbackHeaders(orderId), body });
  await response.body.text();
  await client.destroy();
}
