import { createHmac } from 'node:crypto';

/** A developer whose program signs values without encoding them. */
export interface WrongDeveloper {
  pluginId: string;
  accessToken: string;
  secret: string;
}

/** A request as its developer sends it along with a complaint, and the text that the developer signed. */
export interface WrongRequest {
  request: string;
  signed: string;
}

/** Sends requests that the service refuses, of a live plugin and of a sandbox plugin. Returns one that can be explained. */
export async function sendWrongRequests(
  url: string,
  live: WrongDeveloper,
  sandbox: Pick<WrongDeveloper, 'pluginId'>,
): Promise<WrongRequest> {
  const now = Math.floor(Date.now() / 1000);
  const parameters = {
    access_token: live.accessToken,
    plugin_id: live.pluginId,
    timestamp: String(now),
    title: 'Brush set, large',
    total_fee: '600',
  };
  const signed = Object.entries(parameters)
    .map((pair) => pair.join('='))
    .join('&');
  const sign = createHmac('sha256', live.secret).update(signed).digest('hex');
  const query = String(new URLSearchParams({ ...parameters, sign }));
  await fetch(`${url}/goods?${query}`, { method: 'POST' });
  const unsigned = { access_token: live.accessToken, sign: 'ab'.repeat(32) };
  const old = {
    ...unsigned,
    plugin_id: live.pluginId,
    timestamp: String(now - 8 * 3600),
    out_order_id: 'BRUSH-100037',
  };
  await fetch(`${url}/payments/record?${String(new URLSearchParams(old))}`);
  const rehearsed = { ...unsigned, plugin_id: sandbox.pluginId, timestamp: String(now) };
  await fetch(`${url}/baseinfo?${String(new URLSearchParams(rehearsed))}`);
  return { request: `curl -X POST 'https://api.example.com/goods?${query}'`, signed };
}
