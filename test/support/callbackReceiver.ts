import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { watchSecret } from './secretWatch.ts';

export interface ReceivedCallback {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Exactly the text that arrived. */
  body: string;
  message: { resource: Record<string, string | number>; sign: string };
}

export interface CallbackReceiver {
  url: string;
  received: ReceivedCallback[];
  /** Sets the answers from now on: one for each callback, the last of them again and again. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

export type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer } | Handler;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A developer's server on 127.0.0.1. It answers SUCCESS unless told otherwise. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  let answers: Answer[] = [success];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = JSON.parse(body) as ReceivedCallback['message'];
      watchSecret(message.sign);
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        message,
      });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? success;
      if (typeof answer === 'function') answer(request, response);
      else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback?from=openplug`,
    received,
    answer: (...given) => {
      answers = given;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const success: Answer = { body: 'SUCCESS' };
export const failure: Answer = { status: 500, body: 'no' };
