import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as passTime } from 'node:timers/promises';
import { readMessage } from '../messages/readMessage.ts';
import { verifyMessage, type MessageReport } from '../messages/verifyMessage.ts';
import { planAnswer, type AnswerPlan } from './answerPlan.ts';

export interface ReceivedCallback {
  /** Counts from 1. */
  number: number;
  request: string;
  attempt: string | null;
  body: string;
  orderId: string | null;
  report: MessageReport | null;
  /** The reason why there is nothing to verify. */
  unreadable: string | null;
  /** Null: no answer is given. */
  answered: { status: number; body: string; afterMs: number } | null;
}

export interface ReceiverSettings {
  host: string;
  port: number;
  secrets: readonly string[];
  plan: AnswerPlan;
  onReceived(received: ReceivedCallback): void;
  /** Called when the answer is out, or when none will be given. */
  onAnswered(number: number): void;
}

/** The longest body that is read: a callback has about one KiB. */
const mostBytes = 64 * 1024;

/** Listens for callbacks until it is closed. Rejects when the address cannot be used. */
export async function startReceiver(settings: ReceiverSettings): Promise<{ url: string; close(): Promise<void> }> {
  const closing = new AbortController();
  let count = 0;
  let genuineCount = 0;
  const countGenuine = () => (genuineCount += 1);
  const server = createServer((request, response) => {
    count += 1;
    const number = count;
    answerOne(request, response, number, { ...settings, countGenuine }, closing.signal)
      .catch(() => response.destroy())
      .finally(() => settings.onAnswered(number));
  });
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const { address, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`,
    close: async () => {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answerOne(
  request: IncomingMessage,
  response: ServerResponse,
  number: number,
  { secrets, plan, onReceived, countGenuine }: ReceiverSettings & { countGenuine(): number },
  closing: AbortSignal,
): Promise<void> {
  const read = await readBody(request).catch(() => null);
  const body = read ?? '';
  const message =
    request.method === 'POST' ? readMessage(body, headerOf(request, 'openplug-previous-sign') ?? '') : null;
  const isCut = read === null ? `expected a whole body of at most ${mostBytes} bytes` : null;
  const unreadable = isCut ?? (message === null ? 'expected POST' : typeof message === 'string' ? message : null);
  const report = message === null || typeof message === 'string' ? null : verifyMessage(message, secrets);
  const answer = planAnswer(plan, report?.isGenuine ? countGenuine() : null);
  onReceived({
    number,
    request: `${request.method} ${request.url}`,
    attempt: headerOf(request, 'openplug-attempt'),
    body,
    orderId: message === null || typeof message === 'string' ? null : (message.fields.get('order_id') ?? null),
    report,
    unreadable,
    answered: answer && { ...answer, afterMs: plan.delayMs },
  });
  if (isCut !== null) response.destroy();
  if (!answer || isCut !== null) return;
  if (plan.delayMs > 0) await passTime(plan.delayMs, undefined, { signal: closing });
  response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.body);
  if (!response.closed) await once(response, 'close');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return value === undefined ? null : [value].flat().join(',');
}
