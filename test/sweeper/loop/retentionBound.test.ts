import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { daysRemovedInADay, holdMs } from '../../../src/rules/retention/moveRetention.ts';
import { openRetention } from '../../../src/sweeper/loop/openRetention.ts';
import { memoryLog } from '../../support/memoryLog.ts';
import { after, deliveryStory, type DeliveryStory } from '../attempt/deliveryStory.ts';

let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
  await story.store.prisma.accessToken.deleteMany();
  await story.store.prisma.retention.deleteMany();
});

const daySeconds = 24 * 60 * 60;

/** A process that sweeps: its own clock passes as it says, whatever the service's clock says. */
function startProcess() {
  const logged: Record<string, unknown>[] = [];
  const held: boolean[] = [];
  let passedSeconds = 0;
  const retain = openRetention(
    {
      store: story.store,
      clock: () => story.service.clock.now,
      log: memoryLog(logged),
      observer: { onRetention: (isHeld) => held.push(isHeld) },
      retentionMs: 90 * daySeconds * 1000,
    },
    () => passedSeconds * 1000,
  );
  return {
    logged,
    held,
    /** So much later by its own clock, when the service's clock says so. */
    runAt: async (seconds: number, passed: number) => {
      passedSeconds += passed;
      story.service.clock.now = after(seconds);
      await retain();
    },
  };
}

async function deliveredOn(day: number): Promise<string> {
  story.service.clock.now = after(day * daySeconds);
  const orderId = await story.pay();
  await story.sweepAt(day * daySeconds);
  return orderId;
}

const isLeft = async (orderId: string) => (await story.store.prisma.delivery.count({ where: { orderId } })) === 1;

it('removes no history when the clock jumps ahead, in the same process or in one that is started after it', async () => {
  const orderId = await deliveredOn(0);
  const running = startProcess();
  await running.runAt(60, 60);
  await running.runAt(200 * daySeconds, 60);
  const started = startProcess();
  for (let minute = 1; minute <= 5; minute += 1) await started.runAt(200 * daySeconds + minute * 60, 60);

  expect(await isLeft(orderId)).toBe(true);
  expect(running.held).toEqual([false, true]);
  expect(started.held).toEqual(Array.from({ length: 5 }, () => true));
  const lines = [...running.logged, ...started.logged];
  expect(lines).toMatchObject([{ level: 50, lastMovedAt: after(60).toISOString(), heldForHours: holdMs / 3_600_000 }]);
});

it('goes on when the clock is set right, and removes what is too old then', async () => {
  const orderId = await deliveredOn(0);
  const running = startProcess();
  await running.runAt(60, 60);
  await running.runAt(200 * daySeconds, 60);
  await running.runAt(180, 60);
  expect(running.held).toEqual([false, true, false]);
  for (let day = 1; day <= 91; day += 1) await running.runAt(day * daySeconds, daySeconds);
  expect(await isLeft(orderId)).toBe(false);
});

it('removes an old backlog in bounded daily steps, by one process or by several', async () => {
  const orderIds = [await deliveredOn(0), await deliveredOn(daysRemovedInADay - 1), await deliveredOn(20)];
  const processes = [startProcess(), startProcess()];
  // All of it is too old from the first run on.
  const first = 200 * daySeconds;
  for (const { runAt } of processes) await runAt(first, 60);
  expect(await Promise.all(orderIds.map(isLeft))).toEqual([true, true, true]);
  for (const { runAt } of processes) await runAt(first + daySeconds, daySeconds);
  expect(await Promise.all(orderIds.map(isLeft))).toEqual([false, false, true]);
  for (const { runAt } of processes) await runAt(first + 2 * daySeconds, daySeconds);
  expect(await Promise.all(orderIds.map(isLeft))).toEqual([false, false, true]);
  for (const { runAt } of processes) await runAt(first + 3 * daySeconds, daySeconds);
  expect(await Promise.all(orderIds.map(isLeft))).toEqual([false, false, false]);
});
