import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as passTime } from 'node:timers/promises';
import type { LoadMessage, LoadOrder, WireRequest } from './loadOrder.ts';

/** A process that sends requests: whoever measures must not be kept busy by that. See `startLoad`. */
const answerTimeoutMs = 30_000;
const host = '127.0.0.1';

process.once('message', (order: LoadOrder) => {
  void (order.kind === 'burst' ? sendBurst(order) : sendStream(order)).then(() => process.disconnect());
});

async function sendBurst({ port, requests, from }: LoadOrder): Promise<void> {
  const statuses: Record<string, number> = {};
  const sockets = await Promise.all(
    requests.map(async (one) => {
      const socket = connect({ port, host, localAddress: from });
      await once(socket, 'connect');
      const bytes = wireText(one);
      socket.write(bytes.slice(0, -1));
      return { socket, last: bytes.slice(-1) };
    }),
  );
  tell('ready');
  await once(process, 'message');
  const startedMs = performance.now();
  for (const { socket, last } of sockets) socket.write(last);
  await Promise.all(sockets.map(async ({ socket }) => count(statuses, await statusOf(socket))));
  tell({ statuses, durationMs: performance.now() - startedMs });
}

async function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.setTimeout(answerTimeoutMs, () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', () => resolve(0));
    socket.once('data', (part) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(part.toString('latin1'))?.[1] ?? 0));
      socket.destroy();
    });
  });
}

async function sendStream(order: Extract<LoadOrder, { kind: 'stream' }>): Promise<void> {
  const { port, requests, from, perSecond, connections, seconds } = order;
  const statuses: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= seconds * 1000;
  const next = { number: 0, open: 0 };
  const send = async () => {
    next.open += 1;
    count(statuses, await exchange(agent, port, from, requests[next.number++ % requests.length]!));
    next.open -= 1;
  };
  tell('ready');
  if (perSecond === null) {
    const lane = async () => {
      while (!isOver()) await send();
    };
    await Promise.all(Array.from({ length: connections }, lane));
  } else {
    const sending: Promise<void>[] = [];
    while (!isOver()) {
      const due = Math.floor(((performance.now() - startedMs) / 1000) * perSecond);
      const missing = Math.min(due - next.number, connections - next.open);
      for (let n = 0; n < missing; n += 1) sending.push(send());
      await passTime(5);
    }
    await Promise.all(sending);
  }
  tell({ statuses, durationMs: performance.now() - startedMs });
  agent.destroy();
}

async function exchange(
  agent: Agent,
  port: number,
  from: string,
  { method, path, body }: WireRequest,
): Promise<number> {
  return new Promise((resolve) => {
    const headers =
      body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request({ agent, host, port, localAddress: from, method, path, headers, timeout: answerTimeoutMs });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.end(body);
  });
}

function wireText({ method, path, body }: WireRequest): string {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function count(statuses: Record<string, number>, status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function tell(message: LoadMessage): void {
  process.send?.(message);
}
