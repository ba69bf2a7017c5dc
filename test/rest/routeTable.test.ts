import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerFailure } from '../../src/http/answerFailure.ts';
import { CallerLimits } from '../../src/limits/callerLimits.ts';
import { RequestTurns } from '../../src/limits/requestTurns.ts';
import { endpoint, type RestSettings } from '../../src/rest/endpoints/endpoint.ts';
import { goods } from '../../src/rest/endpoints/goods.ts';
import { restRoutes } from '../../src/rest/restRoutes.ts';
import { accessToken } from '../../src/rules/signing/parameters.ts';

const listGoods = endpoint(
  { method: 'GET', path: '/goods', parameters: { access_token: accessToken } },
  { find: async () => null, answer: () => ({ resource: [] }) },
);

let server: Server;
let url: string;

beforeAll(async () => {
  const limits = new CallerLimits({ perAddress: 0, perPlugin: 0, failures: 0, onRateLimited: () => {} });
  const turns = new RequestTurns({ connections: 4, perPlugin: 2, onRateLimited: () => {} });
  // No call gets as far as the database: the parameters do not hold.
  const settings = { limits, turns, clock: () => new Date() } as RestSettings;
  const app = express().set('query parser', false);
  app.use(restRoutes(settings, [goods, listGoods]), answerFailure(pino({ level: 'silent' }), limits));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/goods`;
});
afterAll(() => server.close());

async function missingNames(method: string): Promise<string[]> {
  const { errors } = (await (await fetch(url, { method })).json()) as { errors: Record<string, string[]> };
  return Object.keys(errors);
}

describe('a path with two methods', () => {
  it('leads each of them to its endpoint', async () => {
    const always = ['plugin_id', 'timestamp', 'sign', 'access_token'];
    expect(await missingNames('GET')).toEqual(always);
    expect(await missingNames('POST')).toEqual([...always, 'title', 'total_fee']);
  });

  it('answers HEAD as GET', async () => {
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(422);
  });

  it.each(['PUT', 'DELETE', 'OPTIONS'])('refuses %s, and says which it has', async (method) => {
    const response = await fetch(url, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST, GET, HEAD');
  });
});
