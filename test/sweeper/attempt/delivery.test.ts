import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PayOrderDocument } from '../../admin/generated/operations.ts';
import { makeDeveloper, makeOrder, type Developer } from '../../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../../support/service.ts';
import { signatureOf } from '../../support/signedRequest.ts';
import { testSweeper, type TestSweeper } from '../../support/sweeper.ts';

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
beforeEach(() => {
  service.clock.now = exampleTime;
  receiver.received.length = 0;
});

async function payNewOrder(): Promise<string> {
  const order = await makeOrder(service.admin, developer);
  await service.admin(PayOrderDocument, { input: { orderId: order.id } });
  return order.id;
}

const after = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);

describe('a paid order', () => {
  it('is posted at once, signed, and is delivered when the receiver answers SUCCESS', async () => {
    receiver.answer(success);
    const orderId = await payNewOrder();

    await sweeping.sweep();

    expect(receiver.received).toHaveLength(1);
    const { method, path, headers, message } = receiver.received[0]!;
    expect({ method, path }).toEqual({ method: 'POST', path: '/callback?from=openplug' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringContaining('openplug'),
      'openplug-delivery': orderId,
      'openplug-attempt': '1',
    });
    expect(message.resource).toMatchObject({ order_id: orderId, status: 10, paid_at: '2021-06-22 10:37:15' });
    expect(message.sign).toBe(signatureOf(developer.secret, message.resource));
    const delivery = await sweeping.store.prisma.delivery.findUniqueOrThrow({
      where: { orderId },
      include: { attempts: true },
    });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 1, nextAutomaticAt: null, leaseToken: null });
    expect(delivery.attempts[0]).toMatchObject({ outcome: 'ACKNOWLEDGED', httpStatus: 200, trigger: 'AUTOMATIC' });
  });

  it('is posted again 15, 30, 60 and 300 seconds after each failure, five times in all', async () => {
    receiver.answer(failure);
    const orderId = await payNewOrder();
    const dueAfterSeconds = [0, 15, 45, 105, 405];

    for (const [index, seconds] of dueAfterSeconds.entries()) {
      if (seconds > 0) await sweeping.sweepAt(after(seconds - 0.001));
      expect(receiver.received).toHaveLength(index);
      await sweeping.sweepAt(after(seconds));
      expect(receiver.received).toHaveLength(index + 1);
    }
    await sweeping.sweepAt(after(100_000));

    expect(receiver.received).toHaveLength(5);
    const delivery = await sweeping.store.prisma.delivery.findUniqueOrThrow({ where: { orderId } });
    expect(delivery).toMatchObject({ status: 'EXHAUSTED', attemptCount: 5, nextAutomaticAt: null });
  });
});
