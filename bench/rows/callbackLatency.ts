import { randomUUID } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import { closeStore, openStore } from '../../src/store/database/store.ts';
import { recordPayment } from '../../src/store/orders/recordPayment.ts';
import { Keyring } from '../../src/store/secrets/keyring.ts';
import type { Row } from '../harness/context.ts';
import type { Line } from '../harness/line.ts';
import type { Program } from '../harness/program.ts';
import { takeTurnsWarm } from '../harness/takeTurns.ts';
import type { Arrivals } from '../load/receive.ts';
import { withSenders } from '../load/senders.ts';
import { addGoods, addUnpaidOrders } from '../load/unpaidOrders.ts';
import { percentile } from '../percentile.ts';
import { postAlone } from '../references/barePost.ts';

/** So few that each finds the service idle. */
const perSecond = 25;
/** The number of callbacks at least: the 99th percentile is then the third longest. */
const fewest = 200;
const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };
const longestMs = 15;

export const latency: Row = {
  name: 'latency',
  about: 'from the commit of a payment to its callback at the receiver, unloaded, beside a bare POST',
  measure: async (context) =>
    withSenders(context, async ({ receiver, url, openplug }) => {
      const { client, databaseUrl, environment } = await openplug(1);
      const store = openStore(databaseUrl, new Keyring([Buffer.from(environment['ENCRYPTION_KEY'] ?? '', 'base64')]));
      try {
        await addGoods(client, fewest);
        const events = Math.max(fewest, Math.ceil(context.seconds * perSecond));
        const contenders = {
          ours: async () => {
            const orderIds = await addUnpaidOrders(client, events, fewest);
            return p99(receiver, orderIds, 'after', async (orderId) => {
              await recordPayment(store, orderId, null, schedule, new Date());
            });
          },
          bare: async () => {
            const names = Array.from({ length: events }, () => randomUUID());
            return p99(receiver, names, 'before', async (name) => postAlone(url, name));
          },
        };
        const { ours, bare } = await takeTurnsWarm(context.rounds, contenders);
        const line = { row: 'latency', name: 'Payment to callback, p99', unit: 'ms', ours } as const;
        return [
          { ...line, reference: 'bare POST', references: bare, target: { atMost: 3 } },
          { ...line, reference: 'asked for', references: ours.map(() => longestMs), target: { atMost: 1 } },
        ] satisfies Line[];
      } finally {
        await closeStore(store);
      }
    }),
};

/**
 * Makes events at a steady rate, without waiting for one before the next. Returns the 99th percentile of the milliseconds
 * until they arrive: since before the event, or after it.
 */
async function p99(
  receiver: Program,
  names: readonly string[],
  since: 'before' | 'after',
  make: (name: string) => Promise<void>,
): Promise<number> {
  await receiver.ask({ what: 'forget' });
  const sinceMs = new Map<string, number>();
  const startedAt = performance.now();
  const making: Promise<void>[] = [];
  const note = (name: string) => sinceMs.set(name, performance.timeOrigin + performance.now());
  for (const [index, name] of names.entries()) {
    await passTime(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
    if (since === 'before') note(name);
    making.push(make(name).then(() => void (since === 'after' && note(name))));
  }
  await Promise.all(making);
  const arrivals = await allArrivals(receiver, names.length);
  return percentile(
    arrivals.map(([name, atMs]) => Math.max(0, atMs - sinceMs.get(name)!)),
    99,
  );
}

async function allArrivals(receiver: Program, expected: number): Promise<Arrivals> {
  for (let wait = 0; wait < 1000; wait += 1) {
    const arrivals = await receiver.ask<Arrivals>({ what: 'arrivals' });
    if (arrivals.length >= expected) return arrivals;
    await passTime(20);
  }
  throw new Error(`Not all of ${expected} POSTs arrived.`);
}
