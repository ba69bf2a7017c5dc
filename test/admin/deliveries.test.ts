import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper, makeGoods, makeOrder, oddText, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { run } from '../support/databaseServer.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import {
  DeliveryDocument,
  OrderNotificationDocument,
  PayOrderDocument,
  ResendDeliveryDocument,
} from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
  developer = await makeDeveloper(service.admin, receiver.url);
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});
beforeEach(async () => {
  // Nothing is due but what a test makes due.
  await sweeping.store.prisma.delivery.deleteMany();
  service.clock.now = exampleTime;
  receiver.received.length = 0;
  receiver.answer(success);
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const find = async (orderId: string) => (await service.admin(DeliveryDocument, { orderId })).delivery;
const deliveryOfOrder = async (id: string) => (await service.admin(OrderNotificationDocument, { id })).order?.delivery;
const attemptsOf = async (orderId: string) => (await find(orderId))!.attempts;

/** When a callback is there: what answers it. */
async function arrivalOfCallback(): Promise<() => void> {
  return new Promise((resolve) => {
    receiver.answer((_request, response) => resolve(() => response.end('SUCCESS')));
  });
}

async function payNewOrder(of = developer): Promise<string> {
  const { id: orderId } = await makeOrder(service.admin, of);
  await service.admin(PayOrderDocument, { input: { orderId } });
  return orderId;
}

describe('delivery', () => {
  it('is what is to become of the notification of a paid order', async () => {
    const orderId = await payNewOrder();

    expect(await find(orderId)).toEqual({
      order: { id: orderId },
      plugin: { id: developer.pluginId },
      status: 'PENDING',
      attemptCount: 0,
      maxNotifications: 5,
      nextAttemptAt: exampleTime.toISOString(),
      acknowledgedAt: null,
      createdAt: exampleTime.toISOString(),
      attempts: [],
    });
  });

  it('tells of each attempt, the oldest first, and when the developer acknowledged', async () => {
    receiver.answer(failure, failure, success);
    const orderId = await payNewOrder();
    for (const seconds of [0, 15, 45]) await sweeping.sweepAt(later(seconds));

    const delivery = await find(orderId);
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      attemptCount: 3,
      nextAttemptAt: null,
      acknowledgedAt: later(45).toISOString(),
      createdAt: exampleTime.toISOString(),
    });
    expect(delivery?.attempts).toMatchObject([
      { number: 1, outcome: 'UNEXPECTED_STATUS', startedAt: later(0).toISOString(), delivery: { status: 'DELIVERED' } },
      { number: 2, outcome: 'UNEXPECTED_STATUS', startedAt: later(15).toISOString() },
      { number: 3, outcome: 'ACKNOWLEDGED', startedAt: later(45).toISOString() },
    ]);
  });

  it('is next due when the first of the scheduled and the requested notification is', async () => {
    receiver.answer(failure);
    const orderId = await payNewOrder();
    await sweeping.sweep();
    expect((await find(orderId))?.nextAttemptAt).toBe(later(15).toISOString());

    service.clock.now = later(5);
    await service.admin(ResendDeliveryDocument, { input: { orderId } });
    expect((await find(orderId))?.nextAttemptAt).toBe(later(5).toISOString());
    await sweeping.sweep();
    expect((await find(orderId))?.nextAttemptAt).toBe(later(15).toISOString());
  });

  it('is null for an order that has none, and for an unknown one', async () => {
    const { id } = await makeOrder(service.admin, developer);

    expect(await find(id)).toBeNull();
    expect(await find('unknown')).toBeNull();
  });

  it('refuses an id that could be none', async () => {
    await expect(find('a\0b')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { orderId: [expect.any(String)] },
    });
  });
});

describe('the delivery of an order', () => {
  it('is null while the order is unpaid', async () => {
    const { id } = await makeOrder(service.admin, developer);
    expect(await deliveryOfOrder(id)).toBeNull();
  });

  it('is null when there was no callback URL at payment', async () => {
    expect(await deliveryOfOrder(await payNewOrder(await makeDeveloper(service.admin)))).toBeNull();
  });

  it('is there from the payment on', async () => {
    expect(await deliveryOfOrder(await payNewOrder())).toEqual({ status: 'PENDING' });
  });
});

describe('an attempt', () => {
  it('tells everything of an answer, and exactly what was sent', async () => {
    const goods = await makeGoods(service.admin, developer.pluginId, { title: oddText });
    const given = { goodsId: goods.id, attach: `${oddText}\n"\\\u2028` };
    const { id: orderId } = await makeOrder(service.admin, developer, given);
    await service.admin(PayOrderDocument, { input: { orderId } });
    receiver.answer((_request, response) => {
      service.clock.now = later(9.25);
      response.writeHead(500).end('SUCCESS');
    });
    await sweeping.sweepAt(later(7.5));

    const [attempt, ...others] = await attemptsOf(orderId);
    expect(others).toEqual([]);
    expect(attempt).toEqual({
      id: expect.stringMatching(/^attempt_[1-9]\d*$/),
      number: 1,
      trigger: 'AUTOMATIC',
      outcome: 'UNEXPECTED_STATUS',
      scheduledAt: later(0).toISOString(),
      startedAt: later(7.5).toISOString(),
      finishedAt: later(9.25).toISOString(),
      url: receiver.url,
      requestBody: receiver.received[0]!.body,
      httpStatus: 500,
      responseBody: 'SUCCESS',
      responseTruncated: false,
      error: null,
      hint: 'the body was right, but the status must be 2xx, not 500',
      durationMs: expect.any(Number),
      dnsMs: expect.any(Number),
      connectMs: expect.any(Number),
      firstByteMs: expect.any(Number),
      remoteAddress: '127.0.0.1',
      worker: 'test:1',
      delivery: { status: 'PENDING' },
    });
    const { durationMs, dnsMs, connectMs, firstByteMs } = attempt!;
    expect(dnsMs).toBeGreaterThanOrEqual(0);
    expect(connectMs).toBeGreaterThan(0);
    expect(firstByteMs).toBeGreaterThan(dnsMs! + connectMs!);
    expect(durationMs).toBeGreaterThanOrEqual(firstByteMs!);
  });

  it('tells everything of a connection that was refused', async () => {
    const gone = await startCallbackReceiver();
    await gone.close();
    const orderId = await payNewOrder(await makeDeveloper(service.admin, gone.url));
    await sweeping.sweep();

    expect((await attemptsOf(orderId))[0]).toMatchObject({
      outcome: 'CONNECTION_FAILED',
      finishedAt: exampleTime.toISOString(),
      url: gone.url,
      httpStatus: null,
      responseBody: null,
      responseTruncated: false,
      error: expect.stringContaining('ECONNREFUSED'),
      hint: 'nothing listens at that address and port',
      durationMs: expect.any(Number),
      connectMs: null,
      firstByteMs: null,
      remoteAddress: null,
    });
  });

  it.each([
    { what: 'no body', body: '', shown: '' },
    { what: 'NUL', body: 'a\0b', shown: 'a\0b' },
    { what: 'characters of several bytes', body: oddText, shown: oddText },
    { what: 'bytes that are not UTF-8', body: Buffer.from([0x61, 0xff, 0xc3, 0x28, 0x00]), shown: 'a\uFFFD\uFFFD(\0' },
    { what: '4096 bytes', body: 'x'.repeat(4096), shown: 'x'.repeat(4096) },
    { what: '4097 bytes', body: 'x'.repeat(4097), shown: 'x'.repeat(4096), truncated: true },
    {
      what: 'a character across the limit',
      body: `${'x'.repeat(4095)}年`,
      shown: `${'x'.repeat(4095)}\uFFFD`,
      truncated: true,
    },
  ])('shows an answer with $what', async ({ body, shown, truncated = false }) => {
    receiver.answer({ body });
    const orderId = await payNewOrder();
    await sweeping.sweep();

    expect((await attemptsOf(orderId))[0]).toMatchObject({
      outcome: 'UNEXPECTED_BODY',
      responseBody: shown,
      responseTruncated: truncated,
    });
  });

  it('has neither an end nor an outcome while it runs', async () => {
    const orderId = await payNewOrder();
    const arrived = arrivalOfCallback();
    const swept = sweeping.sweep();
    const answer = await arrived;

    expect(await find(orderId)).toMatchObject({
      status: 'PENDING',
      attemptCount: 1,
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          outcome: 'STARTED',
          finishedAt: null,
          requestBody: receiver.received[0]!.body,
          httpStatus: null,
          responseBody: null,
          responseTruncated: false,
          error: null,
          hint: null,
          durationMs: null,
          dnsMs: null,
          connectMs: null,
          firstByteMs: null,
          remoteAddress: null,
          worker: 'test:1',
        },
      ],
    });
    answer();
    await swept;
  });

  it('has an id beyond what a JSON number can hold', async () => {
    await run(service.databaseUrl, `SELECT setval('delivery_attempt_id_seq', 9007199254740993, false)`);
    const orderId = await payNewOrder();
    await sweeping.sweep();

    expect((await attemptsOf(orderId))[0]?.id).toBe('attempt_9007199254740993');
  });

  it('that staff asked for says so, with the address of its own time', async () => {
    const orderId = await payNewOrder();
    await sweeping.sweep();
    service.clock.now = later(60);
    await service.admin(ResendDeliveryDocument, { input: { orderId } });
    await sweeping.sweepAt(later(61));

    expect(await attemptsOf(orderId)).toMatchObject([
      { number: 1, trigger: 'AUTOMATIC', outcome: 'ACKNOWLEDGED' },
      {
        number: 2,
        trigger: 'MANUAL',
        outcome: 'ACKNOWLEDGED',
        scheduledAt: later(60).toISOString(),
        startedAt: later(61).toISOString(),
      },
    ]);
    expect((await find(orderId))?.acknowledgedAt).toBe(exampleTime.toISOString());
  });
});
