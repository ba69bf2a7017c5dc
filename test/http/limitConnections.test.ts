import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connections } from '../../src/http/connections.ts';
import { limitConnections } from '../../src/http/limitConnections.ts';
import type { RequestOver } from '../../src/http/observeRequests.ts';
import { openConnection, requestText, type RawAnswer, type RawConnection } from '../support/rawRequest.ts';
import { startTestService } from '../support/service.ts';

const limits = { perAddress: 3, inAll: 6, spare: 4, sparePerAddress: 2 };
const patience = { timeout: 15_000, interval: 5 };
const proxy = '127.0.0.9';

let server: Server;
let connections: Connections;
let url: string;
let refused: RequestOver[];
let opened: RawConnection[];

/** It answers whatever it is let through with 200. */
beforeEach(async () => {
  [refused, opened] = [[], []];
  server = createServer();
  connections = new Connections(server);
  const settings = {
    ...limits,
    isProxy: (address: string) => address === proxy,
    onRefused: (one: RequestOver) => refused.push(one),
  };
  const answer = limitConnections(server, connections, settings, (_request, response) => {
    response.setHeader('Content-Length', 2).end('ok');
  });
  server.on('request', answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const connection of opened) connection.close();
  server.closeAllConnections();
  server.close();
});

async function open(address?: string): Promise<RawConnection> {
  const before = connections.sockets().length;
  const connection = await openConnection(url, address);
  opened.push(connection);
  await expect.poll(() => connections.sockets().length, patience).toBeGreaterThan(before);
  return connection;
}

async function hold(count: number, address?: string): Promise<RawConnection[]> {
  const held = [];
  for (let n = 0; n < count; n += 1) held.push(await open(address));
  return held;
}

/** On a connection of its own. */
async function ask(path: string, address?: string): Promise<RawAnswer> {
  const connection = await openConnection(url, address);
  opened.push(connection);
  connection.send(requestText(`GET ${path} HTTP/1.1`));
  return connection.answer();
}

const message = (text: string) => JSON.stringify({ message: text });
const tooManyOfAddress = message(
  'Too many connections are open from this address. Use those that are open, or try again in 1 s.',
);
const tooMany = message('Too many connections are open; try again in 1 s.');

describe('whoever holds as many connections as they may', () => {
  it('is refused what they ask for on another, in words, and may use those they hold', async () => {
    const [first] = await hold(limits.perAddress);

    const { status, headers, body } = await ask('/baseinfo');

    expect([status, body]).toEqual([429, tooManyOfAddress]);
    expect(headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
    expect(refused).toMatchObject([
      { refusal: 'TOO_MANY_CONNECTIONS', method: 'GET', status: 429, remoteAddress: '127.0.0.1' },
    ]);
    first!.send(requestText('GET /baseinfo HTTP/1.1'));
    expect((await first!.answer()).status).toBe(200);
  });

  it.each([
    ['GET /graphql?query={a}', 'application/json', 'application/json; charset=utf-8'],
    [
      'POST /graphql',
      'application/graphql-response+json, application/json;q=0.9',
      'application/graphql-response+json; charset=utf-8',
    ],
  ])('is told so in the form of GraphQL: %s', async (start, accept, type) => {
    await hold(limits.perAddress);
    const connection = await openConnection(url);
    opened.push(connection);
    connection.send(requestText(`${start} HTTP/1.1`, [`Accept: ${accept}`]));

    const { status, headers, body } = await connection.answer();
    expect([status, headers['content-type']]).toEqual([429, type]);
    expect(JSON.parse(body)).toEqual({
      errors: [{ ...JSON.parse(tooManyOfAddress), extensions: { code: 'RATE_LIMITED' } }],
    });
  });

  it('is told so also in the middle of a body', async () => {
    await hold(limits.perAddress);
    const connection = await openConnection(url);
    opened.push(connection);
    connection.send(requestText('POST /goods HTTP/1.1', [], Buffer.alloc(1_000_000)).subarray(0, 500_000));

    expect(await connection.answer()).toMatchObject({ status: 429, body: tooManyOfAddress });
  });

  it.each(['/healthz', '/readyz', '/readyz/', '/healthz?now'])('is answered %s, once on a connection', async (path) => {
    await hold(limits.perAddress);
    const connection = await openConnection(url);
    opened.push(connection);
    connection.send(requestText(`GET ${path} HTTP/1.1`));

    expect(await connection.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(await connection.end()).toBe('');
    expect(refused).toEqual([]);
  });

  it.each(['/', '/healthzz', '/healthz/x', '/baseinfo?/healthz'])('is not answered %s', async (path) => {
    await hold(limits.perAddress);
    expect((await ask(path)).status).toBe(429);
  });

  it('keeps nobody else out', async () => {
    await hold(limits.perAddress);
    expect(await ask('/baseinfo', '127.0.0.2')).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
  });

  it('may open another when one has ended', async () => {
    const [first] = await hold(limits.perAddress);
    first!.close();
    await expect.poll(() => connections.sockets().length, patience).toBe(limits.perAddress - 1);

    expect((await ask('/baseinfo')).status).toBe(200);
  });

  it('is not limited if that is a proxy', async () => {
    await hold(limits.perAddress + 1, proxy);
    expect((await ask('/baseinfo', proxy)).status).toBe(200);
  });
});

describe('connections beyond the limits, on which nothing is asked', () => {
  it('make room for the next of their address, the oldest first, and are told why', async () => {
    await hold(limits.perAddress);
    const [oldest, newer] = await hold(limits.sparePerAddress);

    expect((await ask('/healthz')).status).toBe(200);

    expect(await oldest!.answer()).toMatchObject({ status: 429, body: tooManyOfAddress });
    expect(await oldest!.end()).toBe('');
    newer!.send(requestText('GET /readyz HTTP/1.1'));
    expect((await newer!.answer()).status).toBe(200);
    expect(refused).toMatchObject([{ refusal: 'TOO_MANY_CONNECTIONS', method: null }]);
  });

  it('make room for those of other addresses', async () => {
    await hold(limits.perAddress, '127.0.0.2');
    await hold(limits.perAddress, '127.0.0.3');
    const silent = [
      ...(await hold(limits.sparePerAddress, '127.0.0.2')),
      ...(await hold(limits.sparePerAddress, '127.0.0.3')),
    ];

    for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.6']) {
      expect((await ask('/healthz', address)).status).toBe(200);
    }
    expect((await silent[0]!.answer()).status).toBe(429);
  });
});

describe('when the port has as many connections as it may', () => {
  beforeEach(async () => {
    await hold(limits.perAddress, '127.0.0.2');
    await hold(limits.perAddress, '127.0.0.3');
  });

  it('health checks are answered', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask(path)).status).toBe(200);
  });

  it('all else is refused, in words', async () => {
    expect(await ask('/baseinfo')).toMatchObject({ status: 429, body: tooMany, headers: { 'retry-after': '1' } });
  });

  it('behind a proxy, too', async () => {
    expect((await ask('/baseinfo', proxy)).status).toBe(429);
    expect((await ask('/readyz', proxy)).status).toBe(200);
  });
});

describe('CONNECTIONS_PER_ADDRESS', () => {
  it.each([
    ['2', undefined, 429],
    ['3', undefined, 404],
    ['0', undefined, 404],
    ['2', 'loopback', 404],
    ['2', '127.0.0.1', 404],
    ['2', '1', 404],
    ['2', '0', 429],
    ['2', '10.0.0.0/8', 429],
  ])('of %s, with TRUST_PROXY=%s, answers a third connection with %i', async (perAddress, trusted, status) => {
    const service = await startTestService({
      CONNECTIONS_PER_ADDRESS: perAddress,
      ...(trusted !== undefined && { TRUST_PROXY: trusted }),
    });
    const held = [await openConnection(service.url), await openConnection(service.url)];
    const third = await openConnection(service.url);
    try {
      third.send(requestText('GET /nowhere HTTP/1.1'));
      expect((await third.answer()).status).toBe(status);
      const line = expect.objectContaining({
        msg: 'request',
        refusal: 'TOO_MANY_CONNECTIONS',
        remoteAddress: '127.0.0.1',
      });
      if (status === 429) expect(service.logged).toContainEqual(line);
    } finally {
      for (const connection of [...held, third]) connection.close();
      await service.stop();
    }
  });
});
