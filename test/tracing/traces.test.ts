import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTracing, type Tracing } from '../../src/tracing/startTracing.ts';
import * as operations from '../admin/generated/operations.ts';
import { makeDeveloper, makeGoods, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { memoryLog } from '../support/memoryLog.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';
import { startTraceCollector, type ReceivedSpan, type TraceCollector } from '../support/traceCollector.ts';

const SERVER = 2;
const CLIENT = 3;
const WAIT = { timeout: 15_000 };

let collector: TraceCollector;
let tracing: Tracing;
let service: TestService;
let receiver: CallbackReceiver;
let developer: Developer;

beforeAll(async () => {
  collector = await startTraceCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json');
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
  receiver = await startCallbackReceiver();
  service = await startTracedService();
  developer = await makeDeveloper(service.admin, receiver.url);
});
afterAll(async () => {
  await service.stop();
  await tracing.stop();
  await Promise.all([receiver.close(), collector.close()]);
  vi.unstubAllEnvs();
});

async function startTracedService(): Promise<TestService> {
  const lines: Record<string, unknown>[] = [];
  tracing = await startTracing(process.env, async () => '1.2.3', memoryLog(lines));
  return tracing.untraced(async () => startTestService({ RUN: 'api,sweeper', CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8' }));
}

/** The spans of the trace that has one like this, when all that are named have arrived. */
async function traceWith(attributes: Record<string, unknown>, names: readonly string[]): Promise<ReceivedSpan[]> {
  const find = () => {
    const spans = collector.spans();
    const found = spans.find((span) => Object.entries(attributes).every(([key, of]) => span.attributes[key] === of));
    return spans.filter(({ traceId }) => traceId === found?.traceId);
  };
  await expect.poll(() => find().map(({ name }) => name), WAIT).toEqual(expect.arrayContaining([...names]));
  return find();
}

function named(spans: ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === name);
  expect(found).toBeDefined();
  return found!;
}

async function askBaseInfo(headers: Record<string, string>) {
  const parameters = signed(developer.secret, {
    plugin_id: developer.pluginId,
    access_token: developer.accessToken,
  });
  const answer = await call(service.url, 'GET', '/baseinfo', parameters, { headers });
  expect(answer.status).toBe(200);
  return parameters;
}

async function sendHalfOfARequest(requestId: string): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /goods HTTP/1.1\r\nHost: openplug\r\nContent-Type: application/json\r\nContent-Length: 100\r\n' +
      `Expect: 100-continue\r\nX-Request-Id: ${requestId}\r\n\r\n`,
  );
  // By then the request has begun.
  const [continued] = (await once(socket, 'data')) as [Buffer];
  expect(continued.toString()).toContain('100 Continue');
  socket.destroy();
}

async function pay(): Promise<string> {
  const { id } = await makeOrder(service.admin, developer);
  await service.admin(operations.PayOrderDocument, { input: { orderId: id } });
  return id;
}

describe('a trace', () => {
  it('has a signed request and, below it, what it asked the database', async () => {
    await askBaseInfo({ 'X-Request-Id': 'traced-1' });

    const spans = await traceWith({ 'openplug.request_id': 'traced-1' }, ['GET /baseinfo', 'user_by_access_token']);
    const request = named(spans, 'GET /baseinfo');
    expect(request).toMatchObject({
      kind: SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/baseinfo',
        'url.path': '/baseinfo',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(service.url).port),
        'client.address': '127.0.0.1',
        'network.protocol.version': '1.1',
        'openplug.plugin_id': developer.pluginId,
      },
      scope: { name: 'openplug', version: '1.2.3' },
      resource: {
        'service.name': 'openplug',
        'service.version': '1.2.3',
        'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'deployment.environment.name': 'test',
      },
    });
    expect(request.parentSpanId).toBeUndefined();
    expect(spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)).not.toEqual([]);
    const statements = spans.map(({ attributes }) => attributes['db.query.text']).filter(Boolean);
    expect(statements).toContainEqual(expect.stringContaining('$1'));
  });

  it('goes from the payment to its callback', async () => {
    const orderId = await pay();

    const attempt = { 'openplug.order_id': orderId, 'openplug.attempt.trigger': 'AUTOMATIC' };
    const spans = await traceWith(attempt, ['POST /graphql', 'POST', 'pay_write']);
    const payment = named(spans, 'POST /graphql');
    expect(payment.attributes).toMatchObject({
      'graphql.operation.name': 'PayOrder',
      'graphql.operation.type': 'mutation',
      'http.request.method': 'POST',
      'http.route': '/graphql',
    });
    expect(named(spans, 'POST')).toMatchObject({
      kind: CLIENT,
      parentSpanId: payment.spanId,
      attributes: {
        'openplug.attempt.number': 1,
        'openplug.attempt.outcome': 'ACKNOWLEDGED',
        'http.response.status_code': 200,
        'url.full': `${new URL(receiver.url).origin}/REDACTED`,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(receiver.url).port),
      },
      scope: { name: 'openplug', version: '1.2.3' },
    });
    const { headers } = receiver.received.find(({ message }) => message.resource['order_id'] === orderId)!;
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^trace/)]));
  });

  it('goes from a resend to its callback, and is not that of the payment', async () => {
    const orderId = await pay();
    const attempt = { 'openplug.order_id': orderId };
    const paid = await traceWith({ ...attempt, 'openplug.attempt.trigger': 'AUTOMATIC' }, ['POST']);

    await service.admin(operations.ResendDeliveryDocument, { input: { orderId } });

    const resent = await traceWith({ ...attempt, 'openplug.attempt.trigger': 'MANUAL' }, ['POST /graphql', 'POST']);
    const request = named(resent, 'POST /graphql');
    expect(request.attributes['graphql.operation.name']).toBe('ResendDelivery');
    expect(named(resent, 'POST').parentSpanId).toBe(request.spanId);
    expect(request.traceId).not.toBe(paid[0]!.traceId);
  });

  it('is never one that a caller names; theirs is a link', async () => {
    const theirs = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
    await askBaseInfo({ 'X-Request-Id': 'traced-2', traceparent: `00-${theirs.traceId}-${theirs.spanId}-01` });

    const request = named(await traceWith({ 'openplug.request_id': 'traced-2' }, ['GET /baseinfo']), 'GET /baseinfo');
    expect(request.traceId).not.toBe(theirs.traceId);
    expect(request.links).toEqual([expect.objectContaining(theirs)]);
  });

  it('is named in the log lines of its request and its callback', async () => {
    const orderId = await pay();
    const attempt = named(await traceWith({ 'openplug.order_id': orderId }, ['POST']), 'POST');

    const { traceId: trace_id, spanId: span_id, parentSpanId } = attempt;
    expect(service.logged).toContainEqual(expect.objectContaining({ msg: 'attempt', orderId, trace_id, span_id }));
    const payment = { msg: 'request', operation: 'PayOrder', operationType: 'mutation' };
    expect(service.logged).toContainEqual(expect.objectContaining({ ...payment, trace_id, span_id: parentSpanId }));
  });

  it('begins with a request or with an attempt, and neither probes nor sweeps make one', async () => {
    await fetch(`${service.url}/readyz`);
    await askBaseInfo({ 'X-Request-Id': 'traced-3' });
    await traceWith({ 'openplug.request_id': 'traced-3' }, ['GET /baseinfo']);

    const beginnings = () => {
      const spans = collector.spans();
      const known = new Set(spans.map(({ spanId }) => spanId));
      return spans.filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId));
    };
    await expect
      .poll(() => new Set(beginnings().map(({ name }) => name)), WAIT)
      .toEqual(new Set(['GET /baseinfo', 'POST /graphql']));
  });

  it('ends with its caller, if they go away before there is an answer', async () => {
    await sendHalfOfARequest('traced-6');

    const [request] = await traceWith({ 'openplug.request_id': 'traced-6' }, ['POST /goods']);
    expect(request!.attributes['http.response.status_code']).toBe(499);
  });

  it('holds no secret, token, signature, query string or receiver path', async () => {
    const { sign } = await askBaseInfo({ 'X-Request-Id': 'traced-4' });
    const orderId = await pay();
    await call(service.url, 'GET', '/secret-path', { sign: sign! }, { headers: { 'X-Request-Id': 'traced-5' } });
    await traceWith({ 'openplug.request_id': 'traced-4' }, ['GET /baseinfo']);
    await traceWith({ 'openplug.request_id': 'traced-5' }, ['GET']);
    await traceWith({ 'openplug.order_id': orderId }, ['POST']);

    const sent = collector.bodies.join('\n');
    const { secret, accessToken } = developer;
    const { message } = receiver.received.at(-1)!;
    for (const hidden of [secret, accessToken, sign!, message.sign, service.adminToken])
      expect(sent).not.toContain(hidden);
    for (const hidden of ['access_token=', 'from=openplug', '/callback', 'secret-path', 'Bearer']) {
      expect(sent).not.toContain(hidden);
    }
  });

  it('goes from the payment of a rehearsal to the attempt that a listener reports', async () => {
    const input = { name: 'Rehearsal', sandbox: true };
    const { createPlugin } = await service.admin(operations.CreatePluginDocument, { input });
    const pluginId = createPlugin.plugin.id;
    const ask = async (path: string, parameters: Record<string, string | number>) => {
      const sent = signed(createPlugin.secret, { plugin_id: pluginId, ...parameters });
      return (await call(service.url, 'POST', path, sent)).body.resource!;
    };
    const { id: goodsId } = await makeGoods(service.admin, pluginId);
    const { access_token: accessToken } = await ask('/sandbox/users', {});
    const { order_id: id } = await ask('/sandbox/orders', { access_token: accessToken!, goods_id: goodsId });
    const orderId = String(id);
    await ask('/sandbox/payments', { out_order_id: orderId });
    service.clock.now = new Date(service.clock.now.getTime() + 1500);
    const { lease } = await ask('/sandbox/callbacks', {});
    await ask('/sandbox/answers', { order_id: orderId, attempt: 1, lease: lease!, http_status: 500, duration_ms: 40 });
    // A second report of the same attempt has neither a line nor a span.
    await ask('/sandbox/answers', { order_id: orderId, attempt: 1, lease: lease!, http_status: 200 });

    const spans = await traceWith({ 'openplug.order_id': orderId }, ['POST /sandbox/payments', 'POST']);
    const attempt = named(spans, 'POST');
    expect(attempt).toMatchObject({ kind: CLIENT, parentSpanId: named(spans, 'POST /sandbox/payments').spanId });
    expect(attempt.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 500,
      'error.type': 'UNEXPECTED_STATUS',
      'openplug.order_id': orderId,
      'openplug.plugin_id': pluginId,
      'openplug.attempt.number': 1,
      'openplug.attempt.trigger': 'AUTOMATIC',
      'openplug.attempt.outcome': 'UNEXPECTED_STATUS',
      'openplug.attempt.lateness_ms': 1500,
    });
    const { delivery } = await service.admin(operations.DeliveryDocument, { orderId });
    const [row] = delivery!.attempts;
    const startedAtMs = Date.parse(row!.startedAt);
    expect(startedAtMs).toBe(service.clock.now.getTime());
    expect(Number(attempt.startTimeUnixNano) / 1e6).toBe(startedAtMs);
    expect(Number(attempt.endTimeUnixNano) / 1e6).toBe(startedAtMs + 40);
    const lines = service.logged.filter(({ msg, orderId: its }) => msg === 'attempt' && its === orderId);
    const ofAttempt = { attempt: 1, pluginId, outcome: 'UNEXPECTED_STATUS', httpStatus: 500, durationMs: 40 };
    const next = {
      latenessMs: 1500,
      deliveryStatus: 'PENDING',
      nextDueAt: new Date(startedAtMs + 15_000).toISOString(),
    };
    const ids = { trace_id: attempt.traceId, span_id: attempt.spanId };
    expect(lines).toEqual([expect.objectContaining({ ...ofAttempt, ...next, ...ids })]);
  });
});
