import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isGenuine, type Developer, type SignedMessage } from './developer.ts';
import { say } from './narrator.ts';

export interface Receiver {
  url: string;
  /** Who the receiver belongs to; known once staff have created the plugin. */
  developer: Developer | undefined;
  close(): void;
}

/** The developer's callback URL: it breaks down, then answers wrongly, and then as it should. */
export async function startReceiver(): Promise<Receiver> {
  const answers = [
    { status: 500, body: 'Internal Server Error' },
    { status: 200, body: '"SUCCESS"' },
    { status: 200, body: 'SUCCESS' },
  ];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = JSON.parse(body) as SignedMessage;
      const genuine = receiver.developer && isGenuine(receiver.developer, message);
      const answer = genuine ? (answers.shift() ?? { status: 200, body: 'SUCCESS' }) : { status: 401, body: 'FORGED' };
      say(
        `  → POST ${request.url} order ${message.resource['order_id']}, status ${message.resource['status']}, ` +
          `signature ${genuine ? 'genuine' : 'forged'}; the receiver answers ${answer.status} ${answer.body}`,
      );
      response.writeHead(answer.status).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/payment-callback`,
    developer: undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
