import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import { answerParent } from '../harness/answerParent.ts';
import { signedGoods } from './signedGoods.ts';
import { signedReads, type Answer, type ReferenceOptions } from './signedReads.ts';

/** The bare floor: what node:http alone takes for the signed requests. */
answerParent(async (options: ReferenceOptions) => {
  const { paymentsRecord, baseInfo, pool } = signedReads(options);
  const goods = signedGoods(pool, options.secrets);

  async function answer(request: IncomingMessage): Promise<Answer> {
    const [path = '', query = ''] = request.url!.split('?', 2);
    if (path === '/goods') return goods(JSON.parse(await textOf(request)) as Record<string, unknown>);
    const read = path === '/baseinfo' ? baseInfo : paymentsRecord;
    return read(parse(query) as Record<string, string>);
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
        response.writeHead(status, headers).end(body);
      },
      (error: unknown) => response.writeHead(500, { 'Content-Length': 0 }).end(() => console.error(error)),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
  });
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
