import type { AddressInfo } from 'node:net';
import express from 'express';
import { answerParent } from '../harness/answerParent.ts';
import { signedReads, type Answer, type ReferenceOptions } from './signedReads.ts';

/** The Express floor: the signed requests and nothing else; no validation, limits, log, metrics or security headers. */
answerParent(async (options: ReferenceOptions) => {
  const { paymentsRecord, baseInfo } = signedReads(options);
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
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
  });
});

function send(response: express.Response, { status, body }: Answer): void {
  response.status(status).type('json').send(body);
}
