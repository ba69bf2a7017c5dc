import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { beginContext } from '../../src/http/requestContext.ts';
import type { RequestOver } from '../../src/http/observeRequests.ts';
import { endRequestSpan, traceRequests } from '../../src/tracing/traceRequests.ts';
import { rawRequest, requestText } from '../support/rawRequest.ts';

const exporter = new InMemorySpanExporter();
let server: Server;
let outcome: Partial<RequestOver>;

beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  const app = express().set('trust proxy', 'loopback');
  const arrival = { trustsProxy: () => true, endpoints: new Set(['GET /baseinfo', '/graphql']), hasDocs: true };
  app.use((request, _response, next) => {
    beginContext(request, arrival);
    next();
  });
  app.use(traceRequests(), (_request, response) => {
    endRequestSpan({ ...nothing, ...outcome });
    response.end();
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
  for (const api of [trace, context, propagation]) api.disable();
});
beforeEach(() => {
  exporter.reset();
  outcome = {};
});

const nothing: RequestOver = {
  requestId: 'id',
  endpoint: 'other',
  method: 'GET',
  status: 200,
  refusal: null,
  errorCodes: [],
  pluginId: null,
  operation: null,
  operationType: null,
  isOurFault: false,
  actor: null,
  startedAt: new Date(0),
  durationMs: 0,
  requestBytes: null,
  responseBytes: null,
  remoteAddress: null,
  aborted: false,
};

async function spanOf(start: string, headers: string[] = []) {
  const { port } = server.address() as AddressInfo;
  await rawRequest(`http://127.0.0.1:${port}`, requestText(`${start} HTTP/1.1`, headers));
  const [span] = exporter.getFinishedSpans();
  expect(span?.kind).toBe(SpanKind.SERVER);
  return span!;
}

it.each([
  ['POST /graphql', 'POST /graphql', { 'http.request.method': 'POST', 'http.route': '/graphql' }],
  ['GET /baseinfo?sign=x', 'GET /baseinfo', { 'http.route': '/baseinfo', 'url.path': '/baseinfo' }],
  ['GET /nothing?sign=x', 'GET', { 'http.request.method': 'GET' }],
  ['PROPFIND /', 'HTTP', { 'http.request.method': '_OTHER', 'http.request.method_original': 'PROPFIND' }],
])('the span of %s is named %s', async (start, name, attributes) => {
  const span = await spanOf(start);
  expect(span.name).toBe(name);
  expect(span.attributes).toMatchObject(attributes);
  expect(JSON.stringify(span.attributes)).not.toMatch(/nothing|sign=/);
});

it('a span has who asked and what for, as a trusted proxy says', async () => {
  const headers = ['X-Forwarded-For: 192.0.2.7', 'X-Forwarded-Proto: https', 'X-Forwarded-Host: pay.example'];
  const { attributes } = await spanOf('POST /graphql', headers);
  expect(attributes).toMatchObject({
    'url.scheme': 'https',
    'server.address': 'pay.example',
    'server.port': 443,
    'client.address': '192.0.2.7',
    'network.protocol.version': '1.1',
  });
});

it('a span without a readable host has none', async () => {
  const { attributes } = await spanOf('POST /graphql', ['X-Forwarded-Host: a b']);
  expect(attributes).not.toHaveProperty('server.address');
});

it('a span has the codes of what was refused', async () => {
  outcome = { status: 406, errorCodes: ['BAD_REQUEST'], operationType: 'query' };
  const { attributes } = await spanOf('POST /graphql');
  expect(attributes).toMatchObject({
    'http.response.status_code': 406,
    'openplug.error_codes': ['BAD_REQUEST'],
    'graphql.operation.type': 'query',
  });
});

it.each([
  [{ isOurFault: true, status: 500 }, '500'],
  [{ isOurFault: true, errorCodes: ['INTERNAL_SERVER_ERROR'] }, 'INTERNAL_SERVER_ERROR'],
  [{ status: 404 }, undefined],
])('a span of %o has the error.type %s', async (given, type) => {
  outcome = given;
  expect((await spanOf('POST /graphql')).attributes['error.type']).toBe(type);
});
