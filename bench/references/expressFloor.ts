import type { AddressInfo } from 'node:net';
import express from 'express';
import { signedGoods } from './signedGoods.ts';
import { signedReads, type Answer, type ReferenceOptions } from './signedReads.ts';

/**
 * The Express floor: the signed requests and nothing else; no validation, limits, log, metrics or security headers. Returns
 * its port.
 */
export async function startExpressFloor(options: ReferenceOptions, port = 0): Promise<number> {
  const { paymentsRecord, baseInfo, pool } = signedReads(options);
  const goods = signedGoods(pool, options.secrets);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.get('/payments/record', async (request, response) => {
    send(response, await paymentsRecord(request.query as Record<string, string>));
  });
  app.get('/baseinfo', async (request, response) => {
    send(response, await baseInfo(request.query as Record<string, string>));
  });
  app.post('/goods', express.json(), async (request, response) => {
    send(response, await goods(request.body as Record<string, unknown>));
  });
  return new Promise((resolve) => {
    const server = app.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function send(response: express.Response, { status, body }: Answer): void {
  response.status(status).type('json').send(body);
}
