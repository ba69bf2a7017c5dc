import { expect } from 'vitest';
import type { DeliveryAttempt } from '../../../src/store/generated/client.ts';
import { updatePlugin } from '../../../src/store/plugins/plugins.ts';
import type { SweeperSettings } from '../../../src/sweeper/loop/sweeper.ts';
import { PayOrderDocument } from '../../admin/generated/operations.ts';
import { makeDeveloper, makeOrder } from '../../support/builders.ts';
import type { Behaviour, RawReceiver } from '../../support/rawReceiver.ts';
import { startTestService } from '../../support/service.ts';
import { testSweeper, type TestSweeper } from '../../support/sweeper.ts';

/** Long enough for a busy machine to get to the answer; short enough to wait for. */
export const shortTimeoutMs = 600;

/** A row without what differs from run to run. */
export type AttemptRow = Omit<DeliveryAttempt, 'responseBody'> & { responseBody: Buffer | null };

export interface AttemptMaker {
  sweeping: TestSweeper;
  /** Pays a new order of a plugin with this callback URL, sweeps once, and returns the one row that came of it. */
  attempt(callbackUrl: string): Promise<AttemptRow>;
  close(): Promise<void>;
}

/** The whole path of a callback, from the payment to the row of its attempt. */
export async function attemptMaker(given: Partial<SweeperSettings> = {}): Promise<AttemptMaker> {
  const service = await startTestService();
  const sweeping = testSweeper(service, given);
  const developer = await makeDeveloper(service.admin);
  return {
    sweeping,
    attempt: async (callbackUrl) => {
      await updatePlugin(sweeping.store, developer.pluginId, { callbackUrl });
      const { id: orderId } = await makeOrder(service.admin, developer);
      await service.admin(PayOrderDocument, { input: { orderId } });
      const startedAt = performance.now();
      await sweeping.sweep();
      // The deadline, and what a busy machine adds.
      expect(performance.now() - startedAt).toBeLessThan((given.timeoutMs ?? 10_000) + 2000);

      const rows = await sweeping.store.prisma.deliveryAttempt.findMany({ where: { orderId } });
      expect(rows).toHaveLength(1);
      const { responseBody, ...row } = rows[0]!;
      expect(row).toMatchObject({ number: 1, url: callbackUrl, finishedAt: expect.any(Date) });
      return { ...row, responseBody: responseBody && Buffer.from(responseBody) };
    },
    close: async () => {
      await sweeping.close();
      await service.stop();
    },
  };
}

/** The one row of an attempt at a receiver that behaves so; the receiver saw one connection, and it is closed. */
export async function attemptOnce(
  maker: AttemptMaker,
  receiver: RawReceiver,
  behaviour: Behaviour,
  { requests } = { requests: 1 },
): Promise<AttemptRow> {
  receiver.behave(behaviour);
  const row = await maker.attempt(receiver.url);
  await receiver.quiet();
  expect({ connections: receiver.connections, requests: receiver.requests.length }).toEqual({
    connections: 1,
    requests,
  });
  return row;
}
