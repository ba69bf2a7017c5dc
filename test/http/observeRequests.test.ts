import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { observeRequests, type RequestOver } from '../../src/http/observeRequests.ts';
import { openConnection, requestText } from '../support/rawRequest.ts';

let server: Server;
let url: string;
let nowMs: number;
let isReceived: boolean;
let over: RequestOver[];

/** It gets requests and answers none. */
beforeEach(async () => {
  [nowMs, isReceived, over] = [1_000_000, false, []];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const app = express().use(observeRequests((request) => over.push(request)));
  app.use((request) => {
    request.resume();
    isReceived = true;
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

describe('a request whose caller went away without an answer', () => {
  const wholeRequest = requestText('GET /baseinfo HTTP/1.1');
  const halfOfOne = requestText('POST /goods HTTP/1.1', [], 'all of it').subarray(0, -4);

  it.each([
    ['is our fault when all of it had come 4 s before', wholeRequest, 4_000, true],
    ['is nobody’s when they left sooner', wholeRequest, 3_999, false],
    ['is not ours when part of it had not come', halfOfOne, 60_000, false],
  ])('%s', async (_what, sent, waitedMs, isOurFault) => {
    const connection = await openConnection(url);
    connection.send(sent);
    await expect.poll(() => isReceived, { timeout: 15_000 }).toBe(true);
    nowMs += waitedMs;
    connection.reset();

    await expect.poll(() => over, { timeout: 15_000 }).toHaveLength(1);
    expect(over[0]).toMatchObject({ status: 499, aborted: true, durationMs: waitedMs, isOurFault });
  });
});
