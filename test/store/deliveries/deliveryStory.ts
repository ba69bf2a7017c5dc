import { randomBytes } from 'node:crypto';
import { createdAt } from '../../../src/rules/callbacks/deliveryStates.ts';
import { Refusal } from '../../../src/rules/failures/refusal.ts';
import { cancelDelivery } from '../../../src/store/deliveries/cancelDelivery.ts';
import { newDelivery } from '../../../src/store/deliveries/createDelivery.ts';
import { requestResend } from '../../../src/store/deliveries/requestResend.ts';
import { abandonExpiredAttempts } from '../../../src/store/deliveries/abandonExpiredAttempts.ts';
import { nothingReceived, type AttemptResult } from '../../../src/store/deliveries/attemptResult.ts';
import { closeOne, closeTogether, putBackAttempt } from '../../../src/store/deliveries/closeAttempts.ts';
import { createGoods } from '../../../src/store/goods/goods.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { createOrder } from '../../../src/store/orders/orders.ts';
import { recordPayment } from '../../../src/store/orders/recordPayment.ts';
import { createPlugin, updatePlugin } from '../../../src/store/plugins/plugins.ts';
import { startDueAttempts, type StartedAttempt } from '../../../src/store/deliveries/startDueAttempts.ts';
import { closeStore, openStore, type Store } from '../../../src/store/database/store.ts';
import { createUser } from '../../../src/store/users/users.ts';
import type { Event } from '../../rules/callbacks/deliveryTable.ts';
import { createTestDatabase } from '../../support/database.ts';
import { exampleTime } from '../../support/service.ts';

/** So long, that what is asked for by hand is always due before the next automatic notification. */
export const schedule = { maxNotifications: 3, delaysSeconds: [1_000_000] };
const yearMs = 365 * 24 * 60 * 60 * 1000;
const leaseMs = 40_000;
const callbackUrl = 'https://example.com/paid';

const acknowledged: AttemptResult = {
  ...nothingReceived('CONNECTION_FAILED', ''),
  outcome: 'ACKNOWLEDGED',
  error: null,
};
const failed = nothingReceived('TIMED_OUT', 'no answer');

/** One delivery in the real store, to which things happen, one a second. */
export interface DeliveryStory {
  store: Store;
  orderId: string;
  /** A new delivery, of which nothing has been sent. */
  begin(): Promise<void>;
  /** Returns what brings back what is now. */
  keep(): Promise<() => Promise<void>>;
  /** Each says whether it could happen: a refusal is false. */
  events: Record<Event, () => Promise<boolean>>;
  /** How many automatic notifications count: those that were claimed and not put back. */
  automaticCount(): number;
  end(): Promise<void>;
}

export async function openDeliveryStory(): Promise<DeliveryStory> {
  const database = await createTestDatabase();
  const store = openStore(database.url, new Keyring([randomBytes(32)]));
  const { prisma } = store;
  const pluginId = (await createPlugin(store, { name: 'A plugin', callbackUrl }, exampleTime)).plugin.id;
  const { id: userId } = await createUser(store, { nickname: 'A user', avatar: '', member: false }, exampleTime);
  const goods = { pluginId, title: 'A year', totalFeeFen: 100, payLimit: 0, source: 'API' } as const;
  const { id: goodsId } = await createGoods(store, goods, exampleTime);
  const { id: orderId } = await createOrder(store, { goodsId, userId, outOrderId: null, attach: '' }, exampleTime);
  await recordPayment(store, orderId, null, schedule, exampleTime);

  let now = exampleTime;
  let automaticCount = 0;
  /** In flight, and the first one whose lease was lost. */
  let sending: StartedAttempt | undefined;
  let lost: StartedAttempt | undefined;

  async function claim(): Promise<boolean> {
    const [attempt] = await startDueAttempts(store, {
      // Whatever is scheduled is due.
      now: new Date(now.getTime() + yearMs),
      clock: () => now,
      worker: 'test:1',
      leaseMs,
      limit: 10,
      limitPerPlugin: 10,
      limitForSandbox: 10,
      inFlight: new Map(),
      write: () => ({ body: '{}', previousSigns: [] }),
    });
    if (!attempt) return false;
    sending = attempt;
    if (attempt.trigger === 'AUTOMATIC') automaticCount += 1;
    return true;
  }

  async function close(attempt: StartedAttempt | undefined, result: AttemptResult): Promise<boolean> {
    if (!attempt) return false;
    if (attempt === sending) sending = undefined;
    const finished = { attempt, result, finishedAt: now };
    // As the sweeper does.
    const together = await closeTogether(store, [finished], schedule.delaysSeconds);
    return together.size > 0 || (await closeOne(store, finished, schedule.delaysSeconds)) !== null;
  }

  const events: DeliveryStory['events'] = {
    claimed: claim,
    acknowledged: async () => close(sending, acknowledged),
    failed: async () => close(sending, failed),
    putBack: async () => {
      if (!sending) return false;
      const unsent = sending;
      sending = undefined;
      if (unsent.trigger === 'AUTOMATIC') automaticCount -= 1;
      return (await putBackAttempt(store, unsent, now)) !== null;
    },
    acknowledgedLate: async () => close(lost, acknowledged),
    abandoned: async () => {
      lost ??= sending;
      sending = undefined;
      const expired = { now: new Date(now.getTime() + 2 * yearMs), leaseMs };
      return (await abandonExpiredAttempts(store, schedule.delaysSeconds, expired)).length > 0;
    },
    resend: async () => isDone(requestResend(store, orderId, schedule, now)),
    cancelled: async () => isDone(cancelDelivery(store, orderId)),
    urlRemoved: async () => isDone(updatePlugin(store, pluginId, { callbackUrl: null })),
    paused: async () => isDone(updatePlugin(store, pluginId, { deliveriesPaused: true })),
  };

  async function reset(acknowledgedAt: Date | null): Promise<void> {
    await prisma.delivery.deleteMany();
    await prisma.order.update({ where: { id: orderId }, data: { acknowledgedAt } });
    await prisma.plugin.update({ where: { id: pluginId }, data: { callbackUrl, deliveriesPaused: false } });
  }

  return {
    store,
    orderId,
    begin: async () => {
      [now, automaticCount, sending, lost] = [exampleTime, 0, undefined, undefined];
      await reset(null);
      const order = { id: orderId, pluginId, sandbox: null };
      await prisma.delivery.create({ data: newDelivery(order, createdAt(now, schedule), now) });
    },
    keep: async () => {
      const kept = [now, automaticCount, sending, lost] as const;
      const delivery = await prisma.delivery.findUniqueOrThrow({ where: { orderId } });
      const attempts = await prisma.deliveryAttempt.findMany();
      const { acknowledgedAt } = await prisma.order.findUniqueOrThrow({ where: { id: orderId } });
      return async () => {
        [now, automaticCount, sending, lost] = kept;
        await reset(acknowledgedAt);
        const { dueAt: _generated, ...written } = delivery;
        await prisma.delivery.create({ data: written });
        await prisma.deliveryAttempt.createMany({ data: attempts });
      };
    },
    events: Object.fromEntries(
      Object.entries(events).map(([name, happen]) => [
        name,
        async () => {
          now = new Date(now.getTime() + 1000);
          return happen();
        },
      ]),
    ) as DeliveryStory['events'],
    automaticCount: () => automaticCount,
    end: async () => {
      await closeStore(store);
      await database.drop();
    },
  };
}

async function isDone(change: Promise<unknown>): Promise<boolean> {
  return change.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'CONFLICT') return false;
      throw error;
    },
  );
}
