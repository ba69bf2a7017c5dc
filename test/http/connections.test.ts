import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerProtocolErrors } from '../../src/http/answerProtocolErrors.ts';
import { Connections } from '../../src/http/connections.ts';
import { openConnection, requestText, type RawConnection } from '../support/rawRequest.ts';

let server: Server;
let connections: Connections;
let url: string;
/** Responses that were asked for and not sent yet. */
let responses: ServerResponse[];
let opened: RawConnection[];

beforeEach(async () => {
  [responses, opened] = [[], []];
  server = createServer((request, response) => {
    if (request.url === '/at-once') response.setHeader('Content-Length', 2).end('ok');
    else responses.push(response);
  });
  Object.assign(server, { httpAllowHalfOpen: true });
  connections = new Connections(server);
  answerProtocolErrors(server, connections, () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const connection of opened) connection.close();
  server.closeAllConnections();
  server.close();
});

const patience = { timeout: 15_000, interval: 5 };
const none = { idle: 0, receiving: 0, answering: 0, closing: 0 };
const later = requestText('GET /later HTTP/1.1');
const atOnce = requestText('GET /at-once HTTP/1.1');
const withBody = requestText('POST /later HTTP/1.1', [], 'all of it');

async function open(): Promise<RawConnection> {
  const connection = await openConnection(url);
  opened.push(connection);
  return connection;
}

describe('a connection is counted as', () => {
  it.each<[string, string, (connection: RawConnection) => unknown]>([
    ['idle', 'before its first request', () => {}],
    [
      'idle',
      'between two requests',
      async (connection) => {
        connection.send(atOnce);
        await connection.answer();
      },
    ],
    ['receiving', 'with a part of the first headers', (connection) => connection.send(later.subarray(0, -1))],
    [
      'receiving',
      'with a part of later headers',
      async (connection) => {
        connection.send(atOnce);
        await connection.answer();
        connection.send(later.subarray(0, -1));
      },
    ],
    ['receiving', 'with a part of a body', (connection) => connection.send(withBody.subarray(0, -1))],
    ['answering', 'when a request is whole', (connection) => connection.send(withBody)],
    [
      'answering',
      'when its caller sends no more after a whole request',
      (connection) => {
        connection.send(later);
        connection.finish();
      },
    ],
  ])('%s %s', async (state, _when, act) => {
    await act(await open());

    await expect.poll(() => connections.countByState(), patience).toEqual({ ...none, [state]: 1 });
  });

  it('closing when it was refused and its caller has not closed', async () => {
    const seen: object[] = [];
    server.on('clientError', () => seen.push(connections.countByState()));
    (await open()).send('nonsense\r\n\r\n');

    await expect.poll(() => seen, patience).toEqual([{ ...none, closing: 1 }]);
  });

  it('nothing when its caller has closed it between two requests', async () => {
    const connection = await open();
    connection.send(atOnce);
    await connection.answer();
    connection.finish();

    expect(await connection.end()).toBe('');
    await expect.poll(() => connections.countByState(), patience).toEqual(none);
  });
});

describe('a request is over', () => {
  it('when it was answered', async () => {
    (await open()).send(later);
    await expect.poll(() => responses.length, patience).toBe(1);
    expect(connections.requests()).toMatchObject([{ response: responses[0] }]);

    responses[0]!.end();

    await expect.poll(() => connections.requests(), patience).toEqual([]);
  });

  it('when its connection is gone, also behind another one on the same connection', async () => {
    const connection = await open();
    connection.send(Buffer.concat([later, later, later]));
    await expect.poll(() => responses.length, patience).toBe(3);
    const closed = Promise.all(responses.map(async (response) => once(response, 'close')));

    connection.reset();

    await closed;
    expect(connections.requests()).toEqual([]);
  });
});
