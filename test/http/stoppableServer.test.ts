import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connections } from '../../src/http/connections.ts';
import { stoppableServer, type StoppableServer } from '../../src/http/stoppableServer.ts';
import { openConnection, requestText } from '../support/rawRequest.ts';

let server: Server;
let stoppable: StoppableServer;
let url: string;
/** Responses that were asked for and not sent yet. */
let responses: ServerResponse[];

beforeEach(async () => {
  responses = [];
  server = createServer((request, response) => {
    if (request.url === '/at-once') response.setHeader('Content-Length', 2).end('ok');
    else responses.push(response);
  });
  stoppable = stoppableServer(server, new Connections(server));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const patience = { timeout: 10_000, interval: 5 };
const atOnce = requestText('GET /at-once HTTP/1.1');
const later = requestText('GET /later HTTP/1.1');
const isRefused = async () => {
  const connection = await openConnection(url).catch(() => undefined);
  connection?.close();
  return connection === undefined;
};

/** Whether it has come to its end by now. */
function watched(work: Promise<unknown>): { isOver: boolean } {
  const state = { isOver: false };
  void work.then(() => (state.isOver = true));
  return state;
}

describe('a server that drains', () => {
  it('waits for what it was answering, and answers others meanwhile, each for the last time', async () => {
    const connection = await openConnection(url);
    connection.send(later);
    await expect.poll(() => responses.length, patience).toBe(1);
    const draining = stoppable.drain();
    const state = watched(draining);

    const other = await openConnection(url);
    other.send(atOnce);
    expect(await other.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(state.isOver).toBe(false);

    responses[0]!.setHeader('Content-Length', 4).end('late');
    expect(await connection.answer()).toMatchObject({ body: 'late', headers: { connection: 'close' } });
    await draining;
  });

  it('does not wait for requests that came after it began', async () => {
    const [before, after] = [await openConnection(url), await openConnection(url)];
    before.send(later);
    await expect.poll(() => responses.length, patience).toBe(1);
    const draining = stoppable.drain();
    after.send(later);
    await expect.poll(() => responses.length, patience).toBe(2);

    responses[0]!.end();

    await draining;
    expect(responses[1]!.writableEnded).toBe(false);
  });
});

describe('a server that closes', () => {
  it('takes no more connections, and ends those on which nothing is going on', async () => {
    const [idle, used] = [await openConnection(url), await openConnection(url)];
    used.send(atOnce);
    expect(await used.answer()).toMatchObject({ headers: { connection: 'keep-alive' } });

    expect(await stoppable.close(60_000)).toBe(0);

    expect([await idle.end(), await used.end()]).toEqual(['', '']);
    expect(await isRefused()).toBe(true);
  });

  it('answers what is in flight', async () => {
    const connection = await openConnection(url);
    connection.send(later);
    await expect.poll(() => responses.length, patience).toBe(1);
    const closing = stoppable.close(60_000);
    await expect.poll(isRefused, patience).toBe(true);

    responses[0]!.setHeader('Content-Length', 4).end('late');

    expect(await connection.answer()).toMatchObject({ body: 'late', headers: { connection: 'close' } });
    expect(await closing).toBe(0);
  });

  it('cuts what takes longer than it may', async () => {
    const connection = await openConnection(url);
    connection.send(later);
    await expect.poll(() => responses.length, patience).toBe(1);

    expect(await stoppable.close(50)).toBe(1);
    expect(await connection.end()).toBe('');
  });

  it('does not wait that long for callers who never finish sending, and still answers others', async () => {
    const [idle, begun, slow, whole] = [
      await openConnection(url),
      await openConnection(url),
      await openConnection(url),
      await openConnection(url),
    ];
    begun.send('GET /');
    slow.send(requestText('POST /later HTTP/1.1', ['Content-Length: 8']));
    whole.send(later);
    await expect.poll(() => responses.length, patience).toBe(2);
    const closing = stoppable.close(60_000);

    for (const connection of [idle, begun, slow]) expect(await connection.end()).toBe('');
    responses
      .find(({ req }) => req.method === 'GET')!
      .setHeader('Content-Length', 4)
      .end('late');
    expect((await whole.answer()).body).toBe('late');
    expect(await closing).toBe(0);
  });
});
