import pg from 'pg';
import * as operations from '../admin/generated/operations.ts';
import { makeDeveloper, makeOrder, type Developer } from '../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callbackReceiver.ts';
import { partitionAttempts } from '../support/partitionAttempts.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSweeper, type TestSweeper } from '../support/sweeper.ts';
import { untilLocked } from '../support/untilLocked.ts';

/** A service whose attempts a test partitions when it wants to. */
export interface PartitionStory {
  service: TestService;
  sweeping: TestSweeper;
  receiver: CallbackReceiver;
  developer: Developer;
  /** The connection of the person who runs the SQL. */
  client: pg.Client;
  /** A new order, which is paid; its id. */
  pay(): Promise<string>;
  partition(): Promise<void>;
  /** Calls one of its functions, whose names are those of months; returns the months. */
  months(call: string, ...values: unknown[]): Promise<string[]>;
  monthsLeft(): Promise<string[]>;
  /** So many days after the first month begins. */
  dayOfMonths(day: number): Date;
  /** The partition of each attempt of the order, by their numbers. */
  placesOf(orderId: string): Promise<string[]>;
  end(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export async function partitionStory(): Promise<PartitionStory> {
  const service = await startTestService();
  service.clock.now = new Date();
  const sweeping = testSweeper(service);
  const receiver = await startCallbackReceiver();
  const developer = await makeDeveloper(service.admin, receiver.url);
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  let firstMonth: Date;

  return {
    service,
    sweeping,
    receiver,
    developer,
    client,
    pay: async () => {
      const { id: orderId } = await makeOrder(service.admin, developer);
      await service.admin(operations.PayOrderDocument, { input: { orderId } });
      return orderId;
    },
    partition: async () => {
      await untilLocked(client, async () => partitionAttempts(client));
      const { rows } = await client.query<{ begin: Date }>('SELECT min(until) AS begin FROM attempt_months');
      firstMonth = rows[0]!.begin;
    },
    months: async (call, ...values) => {
      const result = await untilLocked(client, async () =>
        client.query<{ name: string }>(`SELECT ${call} AS name`, values),
      );
      return result.rows.map(({ name }) => name);
    },
    monthsLeft: async () => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM attempt_months ORDER BY until');
      return rows.map(({ name }) => name);
    },
    dayOfMonths: (day) => new Date(firstMonth.getTime() + day * dayMs),
    placesOf: async (orderId) => {
      const { rows } = await client.query<{ place: string }>(
        'SELECT tableoid::regclass::text AS place FROM delivery_attempt WHERE order_id = $1 ORDER BY number',
        [orderId],
      );
      return rows.map(({ place }) => place);
    },
    end: async () => {
      await client.end();
      await sweeping.close();
      await receiver.close();
      await service.stop();
    },
  };
}

export const monthName = (start: Date) => `delivery_attempt_${start.toISOString().slice(0, 7).replace('-', '_')}`;
