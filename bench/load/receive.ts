import { createServer, type AddressInfo, type Socket } from 'node:net';
import { answerParent } from '../harness/answerParent.ts';

/** A request to the receiver: to start, to forget, or to report what came since. */
export type ReceiverQuestion = 'listen' | 'forget' | 'summary' | 'arrivals';

export interface ReceiverSummary {
  /** Different orders. */
  orders: number;
  /** Epoch milliseconds of the first POST; null: none came. */
  firstAtMs: number | null;
}

/** Order ids, and when each came first, in epoch milliseconds. */
export type Arrivals = [orderId: string, atMs: number][];

const success = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n\r\nSUCCESS';
const successAndEnd = success.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

let arrivals = new Map<string, number>();

/**
 * A developer's server that acknowledges at once. It reads no more of a POST than its headers and its length, so that as
 * little as possible of the machine goes to it.
 */
const server = createServer((socket) => {
  let received = '';
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (acknowledge(socket, received)) received = '';
  });
});

function acknowledge(socket: Socket, received: string): boolean {
  const headEnds = received.indexOf('\r\n\r\n');
  if (headEnds < 0) return false;
  const head = received.slice(0, headEnds);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (received.length < headEnds + 4 + Number(length)) return false;
  const orderId = /\r\nopenplug-delivery: *(\S+)/i.exec(head)?.[1] ?? '';
  if (!arrivals.has(orderId)) arrivals.set(orderId, performance.timeOrigin + performance.now());
  if (/\r\nconnection: *close/i.test(head)) socket.end(successAndEnd);
  else socket.write(success);
  return true;
}

answerParent(async (question: { what: ReceiverQuestion }) => {
  if (question.what === 'listen') {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', 4096, resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  }
  if (question.what === 'forget') arrivals = new Map();
  if (question.what === 'arrivals') return [...arrivals];
  const [first = null] = arrivals.values();
  return { orders: arrivals.size, firstAtMs: first };
});
