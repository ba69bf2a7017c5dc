import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { databaseOn, run } from '../../test/support/databaseServer.ts';
import { startServiceProcess, type ServiceBundle } from '../../test/support/serviceProcess.ts';
import { makeBulkOrders } from '../../test/sweeper/processes/bulkOrders.ts';
import { startCountingReceiver } from '../../test/sweeper/processes/countingReceiver.ts';
import { openProcessSetup } from '../../test/sweeper/processes/processSetup.ts';
import type { DebianPostgres } from './debianPostgres.ts';
import { heading, line, p50AndP99 } from './report.ts';
import { payOrder, paySteadily } from './steadyPayments.ts';

const load = { payers: 5, pauseMs: 100 };
const measuredPayments = 300;
const measureEveryMs = 50;

/** How long a payment that is recorded is not to be seen on the replica, while others are made and told of. */
export async function printReplicaLag(
  primary: DebianPostgres,
  replica: DebianPostgres,
  program: ServiceBundle,
): Promise<void> {
  heading('The replica, while payments are made and told of');
  await run(primary.url, 'CREATE DATABASE lag TEMPLATE openplug');
  const setup = await openProcessSetup(databaseOn(primary.url, 'lag'));
  const receiver = await startCountingReceiver(() => 'success');
  const sweeper = startServiceProcess(program, setup.environment);
  const reader = new pg.Client(databaseOn(replica.url, 'lag'));
  try {
    const orders = { callbackUrls: [receiver.url], ordersPerPlugin: 5000, status: 'UNPAID' as const };
    const { orderIds } = await makeBulkOrders(setup.store, setup.client, orders);
    await sweeper.ready;
    await reader.connect();
    const paying = paySteadily(setup.store, orderIds.slice(measuredPayments), load);
    const lagMs: number[] = [];
    let unseen = 0;
    for (const orderId of orderIds.slice(0, measuredPayments)) {
      await payOrder(setup.store, orderId);
      const paidAt = performance.now();
      if (!(await isPaid(reader, orderId))) {
        unseen += 1;
        while (!(await isPaid(reader, orderId)));
      }
      lagMs.push(performance.now() - paidAt);
      await passTime(measureEveryMs);
    }
    const { perSecond } = await paying.stop();
    line('payments beside those that are measured', `${perSecond.toFixed(0)} a second`);
    line('from the end of a payment until the replica shows it', p50AndP99(lagMs));
    line('payments that the replica did not show when it was asked at once', `${unseen} of ${measuredPayments}`);
    line('callbacks that arrived meanwhile', String(receiver.arrivals.length));
  } finally {
    await reader.end();
    await sweeper.end();
    await receiver.close();
    await setup.close();
    await run(primary.url, 'DROP DATABASE lag WITH (FORCE)');
  }
}

async function isPaid(reader: pg.Client, orderId: string): Promise<boolean> {
  const { rows } = await reader.query<{ status: string }>('SELECT status FROM "order" WHERE id = $1', [orderId]);
  return rows[0]?.status === 'PAID';
}
