import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import { answerParent } from '../harness/answerParent.ts';
import { signedReads, type ReferenceOptions } from './signedReads.ts';

/** The bare floor: what node:http alone takes for the signed reads. */
answerParent(async (options: ReferenceOptions) => {
  const { paymentsRecord, baseInfo } = signedReads(options);
  const reads = new Map([
    ['/payments/record', paymentsRecord],
    ['/baseinfo', baseInfo],
  ]);
  const server = createServer((request, response) => {
    const [path = '', query = ''] = request.url!.split('?', 2);
    const read = reads.get(path)!;
    read(parse(query) as Record<string, string>).then(
      ({ status, body }) => {
        const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
        response.writeHead(status, headers).end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
  });
});
