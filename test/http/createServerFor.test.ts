import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { createServerFor } from '../../src/http/createServerFor.ts';

describe('a server for an app', () => {
  it('makes requests and responses that Express need not change', async () => {
    const app = express();
    const server = createServerFor(app, {});
    const prototypes: object[] = [];
    server.on('request', (request, response) => {
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      app(request, response);
      prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    });
    app.get('/', (request, response) => {
      response.json({ path: request.path, isOfApp: request.app === app && response.app === app });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?a=1`);

      expect(await answer.json()).toEqual({ path: '/', isOfApp: true });
      expect(prototypes).toHaveLength(4);
      expect(prototypes.slice(2)).toEqual([app.request, app.response]);
      expect(prototypes[0]).toBe(app.request);
      expect(prototypes[1]).toBe(app.response);
    } finally {
      server.close();
    }
  });
});
