import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestListener } from '../../src/http/answerProtocolErrors.ts';
import { Connections } from '../../src/http/connections.ts';
import { endOverdueRequests } from '../../src/http/endOverdueRequests.ts';
import { observeRequests, type RequestOver } from '../../src/http/observeRequests.ts';
import { beginContext } from '../../src/http/requestContext.ts';
import { openConnection, requestText, type RawConnection } from '../support/rawRequest.ts';

const longestMs = 60_000;
const lookEveryMs = 5;
const patience = { timeout: 15_000, interval: 5 };
/** More than the buffers of a connection hold. */
const muchBytes = 32 * 1024 * 1024;

let server: Server;
let connections: Connections;
let url: string;
let nowMs: number;
let over: RequestOver[];
let opened: RawConnection[];

beforeEach(async () => {
  [nowMs, over, opened] = [1_000_000, [], []];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const ofThisTest = over;
  const app = express().use(observeRequests((request) => ofThisTest.push(request)));
  app.get('/much', (_request, response) => void response.end(Buffer.alloc(muchBytes)));
  // All others are never answered.
  app.use((request) => void request.resume());
  server = createServer(requestListener(app, () => {}));
  const arrival = { trustsProxy: () => false, endpoints: new Set(['POST /goods']), hasDocs: true };
  server.prependListener('request', (request) => beginContext(request, arrival));
  Object.assign(server, { httpAllowHalfOpen: true });
  connections = new Connections(server);
  endOverdueRequests(server, connections, longestMs, lookEveryMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const connection of opened) connection.close();
  server.closeAllConnections();
  server.close();
});

/** Sends it, and returns when it is being answered. */
async function ask(bytes: Buffer, count = 1): Promise<RawConnection> {
  const connection = await openConnection(url);
  opened.push(connection);
  connection.send(bytes);
  await expect.poll(() => connections.requests().length, patience).toBe(count);
  return connection;
}

const tooLong = { message: 'This took too long and was ended. Whether the request had an effect is not known.' };
const overdue = { refusal: 'REQUEST_OVERDUE', durationMs: longestMs, aborted: true };
const post = requestText('POST /goods HTTP/1.1', ['X-Request-Id: a-1'], 'all of it');

describe('a request that nobody answers', () => {
  it('is ended when its time is over, with an answer that says so, and is our fault', async () => {
    const connection = await ask(post);
    nowMs += longestMs;

    const { status, headers, body } = await connection.answer();

    expect([status, headers['connection'], JSON.parse(body)]).toEqual([500, 'close', tooLong]);
    expect(headers).toMatchObject({ 'x-request-id': 'a-1' });
    expect(await connection.end()).toBe('');
    await expect.poll(() => over, patience).toMatchObject([{ ...overdue, status: 500, isOurFault: true }]);
  });

  it('is ended though its caller has closed their side', async () => {
    const connection = await ask(post);
    connection.finish();
    nowMs += longestMs;

    expect((await connection.answer()).status).toBe(500);
    await expect.poll(() => connections.sockets(), patience).toEqual([]);
    expect(over).toMatchObject([{ ...overdue, status: 500 }]);
  });

  it('is ended though its caller has gone and takes no answer', async () => {
    const connection = await ask(post);
    connection.close();
    nowMs += longestMs;

    await expect.poll(() => connections.sockets(), patience).toEqual([]);
    expect(over).toMatchObject([{ endpoint: 'POST /goods', isOurFault: true }]);
  });

  it('is ended together with those that wait behind it', async () => {
    const connection = await ask(Buffer.concat([post, post, post]), 3);
    nowMs += longestMs;

    expect((await connection.answer()).status).toBe(500);
    expect(await connection.end()).toBe('');
    await expect.poll(() => over.length, patience).toBe(3);
    expect(over).toContainEqual(expect.objectContaining(overdue));
    expect(over.every(({ isOurFault }) => isOurFault)).toBe(true);
  });

  it('is left alone until then', async () => {
    const connection = await ask(post);
    nowMs += longestMs - 1;
    await ask(post, 2);
    nowMs += 1;

    expect((await connection.answer()).status).toBe(500);
    await expect.poll(() => over.length, patience).toBe(1);
    expect(connections.requests()).toHaveLength(1);
  });
});

describe('an answer that its caller does not read', () => {
  it('is ended when its time is over, and is not our fault', async () => {
    const connection = await openConnection(url);
    opened.push(connection);
    connection.pause();
    connection.send(requestText('GET /much HTTP/1.1'));
    await expect.poll(() => connections.requests().length, patience).toBe(1);
    nowMs += longestMs;

    await expect.poll(() => over, patience).toMatchObject([{ ...overdue, status: 200, isOurFault: false }]);
    expect(connections.sockets()).toEqual([]);
  });
});
