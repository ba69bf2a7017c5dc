import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { failure, startCallbackReceiver, success, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import {
  CancelDeliveryDocument,
  DeliveriesDocument,
  PayOrderDocument,
  ResendDeliveryDocument,
  type DeliveryFilter,
} from './generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
/** By name: the deliveries that there are, in the order of their creation. */
const orderIds = new Map<string, string>();
const plugins = new Map<string, Developer>();

const later = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);
const iso = (seconds: number) => later(seconds).toISOString();

async function payAt(seconds: number, name: string, developer: Developer): Promise<string> {
  service.clock.now = later(seconds);
  const { id: orderId } = await makeOrder(service.admin, developer);
  await service.admin(PayOrderDocument, { input: { orderId } });
  orderIds.set(name, orderId);
  return orderId;
}

/** The names of the deliveries that a filter has, the oldest first. */
async function namesOf(filter: DeliveryFilter | null): Promise<string[]> {
  const { deliveries } = await service.admin(DeliveriesDocument, { filter });
  expect(deliveries.totalCount).toBe(deliveries.edges.length);
  const found = new Set(deliveries.edges.map(({ node }) => node.order.id));
  return [...orderIds].filter(([, id]) => found.has(id)).map(([name]) => name);
}

beforeAll(async () => {
  service = await startTestService({ CALLBACK_MAX_NOTIFICATIONS: '2' });
  receiver = await startCallbackReceiver();
  sweeping = testSweeper(service);
  const ours = await makeDeveloper(service.admin, receiver.url);
  const theirs = await makeDeveloper(service.admin, receiver.url);
  plugins.set('ours', ours).set('theirs', theirs);

  receiver.answer(failure);
  await payAt(0, 'exhausted', ours);
  await sweeping.sweep();
  await sweeping.sweepAt(later(15));
  receiver.answer(success);
  await payAt(100, 'delivered', ours);
  await sweeping.sweep();
  const cancelled = await payAt(200, 'cancelled', theirs);
  await service.admin(CancelDeliveryDocument, { input: { orderId: cancelled } });
  const again = await payAt(300, 'delivered, to be sent again', theirs);
  await sweeping.sweep();
  receiver.answer(failure);
  await payAt(400, 'failed once', theirs);
  await sweeping.sweep();
  await payAt(500, 'new', ours);
  service.clock.now = later(600);
  await service.admin(ResendDeliveryDocument, { input: { orderId: again } });
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
});

const all = ['exhausted', 'delivered', 'cancelled', 'delivered, to be sent again', 'failed once', 'new'];

describe('deliveries', () => {
  it.each<{ filter: DeliveryFilter | null; names: string[] }>([
    { filter: null, names: all },
    { filter: {}, names: all },
    { filter: { pluginId: null, status: null, createdFrom: null, createdTo: null, dueBefore: null }, names: all },
    { filter: { status: 'PENDING' }, names: ['failed once', 'new'] },
    { filter: { status: 'DELIVERED' }, names: ['delivered', 'delivered, to be sent again'] },
    { filter: { status: 'EXHAUSTED' }, names: ['exhausted'] },
    { filter: { status: 'CANCELLED' }, names: ['cancelled'] },
    { filter: { createdFrom: iso(400) }, names: ['failed once', 'new'] },
    { filter: { createdFrom: iso(400.001) }, names: ['new'] },
    { filter: { createdFrom: '2021-06-22T10:43:55+08:00' }, names: ['failed once', 'new'] },
    { filter: { createdTo: iso(100) }, names: ['exhausted'] },
    { filter: { createdTo: iso(100.001) }, names: ['exhausted', 'delivered'] },
    { filter: { createdFrom: iso(100), createdTo: iso(300) }, names: ['delivered', 'cancelled'] },
    { filter: { createdFrom: iso(100), createdTo: iso(100) }, names: [] },
    { filter: { dueBefore: iso(415) }, names: [] },
    { filter: { dueBefore: iso(415.001) }, names: ['failed once'] },
    { filter: { dueBefore: iso(500.001) }, names: ['failed once', 'new'] },
    { filter: { dueBefore: iso(600.001) }, names: ['delivered, to be sent again', 'failed once', 'new'] },
    { filter: { dueBefore: iso(600.001), status: 'DELIVERED' }, names: ['delivered, to be sent again'] },
    { filter: { dueBefore: iso(600.001), createdFrom: iso(400), createdTo: iso(500) }, names: ['failed once'] },
  ])('of $filter are $names', async ({ filter, names }) => {
    expect(await namesOf(filter)).toEqual(names);
  });

  it.each<{ plugin: string; filter: DeliveryFilter; names: string[] }>([
    { plugin: 'ours', filter: {}, names: ['exhausted', 'delivered', 'new'] },
    { plugin: 'theirs', filter: {}, names: ['cancelled', 'delivered, to be sent again', 'failed once'] },
    { plugin: 'ours', filter: { status: 'PENDING' }, names: ['new'] },
    { plugin: 'ours', filter: { status: 'CANCELLED' }, names: [] },
    { plugin: 'theirs', filter: { dueBefore: iso(9999) }, names: ['delivered, to be sent again', 'failed once'] },
    {
      plugin: 'theirs',
      filter: { status: 'PENDING', createdFrom: iso(200), createdTo: iso(500), dueBefore: iso(500) },
      names: ['failed once'],
    },
  ])('of $plugin and $filter are $names', async ({ plugin, filter, names }) => {
    expect(await namesOf({ ...filter, pluginId: plugins.get(plugin)!.pluginId })).toEqual(names);
  });

  it.each<{ filter: Record<string, string>; fields: Record<string, unknown> }>([
    { filter: { pluginId: 'a\0b' }, fields: { 'filter.pluginId': [expect.stringContaining('control characters')] } },
    { filter: { pluginId: '' }, fields: { 'filter.pluginId': [expect.stringContaining('left out')] } },
    { filter: { status: 'LOST' }, fields: { 'filter.status': [expect.stringContaining('DeliveryStatus')] } },
    { filter: { createdFrom: 'yesterday' }, fields: { 'filter.createdFrom': [expect.stringContaining('instant')] } },
    { filter: { dueBefore: '2021-06-22' }, fields: { 'filter.dueBefore': [expect.stringContaining('instant')] } },
  ])('of $filter cannot be asked for', async ({ filter, fields }) => {
    await expect(namesOf(filter as DeliveryFilter)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });
});
