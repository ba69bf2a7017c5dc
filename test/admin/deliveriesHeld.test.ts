import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import {
  CancelDeliveryDocument,
  DeliveryDocument,
  PayOrderDocument,
  ResendDeliveriesDocument,
  ResendDeliveryDocument,
  UpdatePluginDocument,
  type UpdatePluginInput,
} from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let developer: Developer;
let orderId: string;

beforeAll(async () => {
  service = await startTestService();
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});
beforeEach(async () => {
  await sweeping.store.prisma.delivery.deleteMany();
  service.clock.now = exampleTime;
  receiver.received.length = 0;
  receiver.answer(success);
  developer = await makeDeveloper(service.admin, receiver.url);
  orderId = (await makeOrder(service.admin, developer)).id;
});

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const pay = async () => service.admin(PayOrderDocument, { input: { orderId } });
const update = async (changes: Omit<UpdatePluginInput, 'id'>) =>
  service.admin(UpdatePluginDocument, { input: { id: developer.pluginId, ...changes } });
const find = async () => (await service.admin(DeliveryDocument, { orderId })).delivery;

describe('a pause', () => {
  it('holds what is due and what was asked for, uncounted, until it ends', async () => {
    await pay();
    await service.admin(ResendDeliveryDocument, { input: { orderId } });
    await update({ deliveriesPaused: true });
    await sweeping.sweepAt(later(100_000));
    expect(receiver.received).toEqual([]);
    expect(await find()).toMatchObject({
      status: 'PENDING',
      attemptCount: 0,
      nextAttemptAt: exampleTime.toISOString(),
    });

    await update({ deliveriesPaused: false });
    await sweeping.sweep();
    expect(receiver.received).toHaveLength(1);
    expect(await find()).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
  });

  it('of one plugin does not hold the others', async () => {
    await update({ deliveriesPaused: true });
    await pay();
    const other = await makeDeveloper(service.admin, receiver.url);
    const theirs = await makeOrder(service.admin, other);
    await service.admin(PayOrderDocument, { input: { orderId: theirs.id } });
    await sweeping.sweep();

    expect(receiver.received.map(({ message }) => message.resource['order_id'])).toEqual([theirs.id]);
  });
});

describe('a callback URL', () => {
  it('that is corrected helps the next attempt', async () => {
    const wrong = await startCallbackReceiver();
    wrong.answer(failure);
    await update({ callbackUrl: wrong.url });
    await pay();
    await sweeping.sweep();
    await update({ callbackUrl: receiver.url });
    await sweeping.sweepAt(later(15));
    await wrong.close();

    expect((await find())?.attempts).toMatchObject([
      { outcome: 'UNEXPECTED_STATUS', url: wrong.url },
      { outcome: 'ACKNOWLEDGED', url: receiver.url },
    ]);
  });

  it('that is removed holds what is due until there is a new one', async () => {
    await pay();
    await update({ callbackUrl: null });
    await sweeping.sweepAt(later(100_000));
    expect(receiver.received).toEqual([]);

    await update({ callbackUrl: receiver.url });
    await sweeping.sweep();
    expect(await find()).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
  });
});

describe('sweepers hear at once', () => {
  it.each<{ of: string; change: () => Promise<unknown>; heard: number }>([
    { of: 'a payment', change: pay, heard: 1 },
    {
      of: 'a payment that changes nothing',
      change: async () => {
        await pay();
        await pay();
      },
      heard: 1,
    },
    { of: 'the end of a pause', change: () => update({ deliveriesPaused: false }), heard: 1 },
    { of: 'a new callback URL', change: () => update({ callbackUrl: 'https://example.com/new' }), heard: 1 },
    { of: 'no pause', change: () => update({ deliveriesPaused: true }), heard: 0 },
    { of: 'no address that is removed', change: () => update({ callbackUrl: null }), heard: 0 },
    { of: 'no new name', change: () => update({ name: 'Another name' }), heard: 0 },
    {
      of: 'a requested notification',
      change: async () => {
        await pay();
        await service.admin(ResendDeliveryDocument, { input: { orderId } });
      },
      heard: 2,
    },
    {
      of: 'many requested notifications, once',
      change: async () => {
        await pay();
        await service.admin(ResendDeliveriesDocument, { input: { filter: { status: 'PENDING' } } });
      },
      heard: 2,
    },
    {
      of: 'no dry run, and no cancellation',
      change: async () => {
        await pay();
        await service.admin(ResendDeliveriesDocument, { input: { filter: { status: 'PENDING' }, dryRun: true } });
        await service.admin(CancelDeliveryDocument, { input: { orderId } });
      },
      heard: 1,
    },
  ])('of $of', async ({ change, heard }) => {
    expect(await announcementsDuring(change)).toBe(heard);
  });
});

/** PostgreSQL delivers what was announced before the answer to a later query of the listener. */
async function announcementsDuring(work: () => Promise<unknown>): Promise<number> {
  const listener = new pg.Client({ connectionString: service.databaseUrl });
  let announcements = 0;
  listener.on('notification', () => (announcements += 1));
  await listener.connect();
  try {
    await listener.query('LISTEN openplug_delivery_due');
    await work();
    await listener.query('SELECT 1');
    return announcements;
  } finally {
    await listener.end();
  }
}
