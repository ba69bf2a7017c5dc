import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import {
  CancelDeliveryDocument,
  DeliveryDocument,
  PayOrderDocument,
  ResendDeliveryDocument,
} from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService({ CALLBACK_MAX_NOTIFICATIONS: '1' });
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
});

const find = async (orderId: string) => (await service.admin(DeliveryDocument, { orderId })).delivery;
const cancel = async (orderId: string) =>
  (await service.admin(CancelDeliveryDocument, { input: { orderId, reason: 'refunded' } })).cancelDelivery.delivery;
const resend = async (orderId: string) => service.admin(ResendDeliveryDocument, { input: { orderId } });

async function payNewOrder(): Promise<string> {
  const { id: orderId } = await makeOrder(service.admin, developer);
  await service.admin(PayOrderDocument, { input: { orderId } });
  return orderId;
}

describe('cancelDelivery', () => {
  it('ends the automatic notifications and drops the requested ones', async () => {
    const orderId = await payNewOrder();
    await resend(orderId);

    const delivery = await cancel(orderId);
    expect(delivery).toMatchObject({
      order: { id: orderId },
      status: 'CANCELLED',
      nextAttemptAt: null,
      attemptCount: 0,
    });
    await sweeping.sweep();
    expect(receiver.received).toEqual([]);
    expect(await cancel(orderId)).toEqual(delivery);
  });

  it.each([
    { answer: success, becomes: 'DELIVERED', outcome: 'ACKNOWLEDGED' },
    { answer: failure, becomes: 'CANCELLED', outcome: 'UNEXPECTED_STATUS' },
  ])('lets go on what is in flight: $outcome makes it $becomes', async ({ answer, becomes, outcome }) => {
    const orderId = await payNewOrder();
    const arrived = new Promise<() => void>((resolve) => {
      receiver.answer((_request, response) => {
        const { status = 200, body } = answer as { status?: number; body?: string };
        resolve(() => response.writeHead(status).end(body));
      });
    });
    const swept = sweeping.sweep();
    const respond = await arrived;
    expect(await cancel(orderId)).toMatchObject({ status: 'CANCELLED', nextAttemptAt: null });
    respond();
    await swept;
    await sweeping.sweepAt(new Date(exampleTime.getTime() + 100_000_000));

    expect(receiver.received).toHaveLength(1);
    expect(await find(orderId)).toMatchObject({ status: becomes, nextAttemptAt: null, attempts: [{ outcome }] });
  });

  it.each([
    { status: 'DELIVERED', answer: success },
    { status: 'EXHAUSTED', answer: failure },
  ])('drops what was asked for of a delivery that is $status, and otherwise is refused', async ({ status, answer }) => {
    receiver.answer(answer);
    const orderId = await payNewOrder();
    await sweeping.sweep();
    const refusal = { code: 'CONFLICT', message: `Refused: the delivery is ${status.toLowerCase()}.` };
    await expect(cancel(orderId)).rejects.toMatchObject(refusal);

    await resend(orderId);
    expect(await cancel(orderId)).toMatchObject({ status, nextAttemptAt: null });
    await sweeping.sweep();
    expect(receiver.received).toHaveLength(1);
    await expect(cancel(orderId)).rejects.toMatchObject(refusal);
  });

  it('does not find what is not there', async () => {
    const { id } = await makeOrder(service.admin, developer);

    for (const orderId of ['unknown', id]) {
      await expect(cancel(orderId)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'There is no such delivery.',
      });
    }
  });
});
