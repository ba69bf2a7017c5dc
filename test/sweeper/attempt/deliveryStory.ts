import type { Delivery, DeliveryAttempt } from '../../../src/store/generated/client.ts';
import { cancelDelivery } from '../../../src/store/deliveries/cancelDelivery.ts';
import { requestResend } from '../../../src/store/deliveries/requestResend.ts';
import { updatePlugin } from '../../../src/store/plugins/plugins.ts';
import type { Keyring } from '../../../src/store/secrets/keyring.ts';
import type { Store } from '../../../src/store/database/store.ts';
import type { SweeperSettings } from '../../../src/sweeper/loop/sweeper.ts';
import { PayOrderDocument, type CreateOrderInput } from '../../admin/generated/operations.ts';
import { makeDeveloper, makeOrder, type Developer } from '../../support/builders.ts';
import { startCallbackReceiver, success, type CallbackReceiver } from '../../support/callbackReceiver.ts';
import { exampleTime, startTestService, type TestService } from '../../support/service.ts';
import { testSweeper, type TestSweeper } from '../../support/sweeper.ts';

export const schedule = { maxNotifications: 5, delaysSeconds: [15, 30, 60, 300, 600] };

/** So many seconds after exampleTime. */
export const after = (seconds: number) => new Date(exampleTime.getTime() + seconds * 1000);

export interface DeliveryStory {
  service: TestService;
  receiver: CallbackReceiver;
  sweeping: TestSweeper;
  store: Store;
  keyring: Keyring;
  developer: Developer;
  /** A new plugin at the receiver, at exampleTime; what was received is forgotten. */
  begin(): Promise<void>;
  pay(given?: Partial<CreateOrderInput>): Promise<string>;
  setPlugin(changes: Parameters<typeof updatePlugin>[2]): Promise<void>;
  resend(orderId: string): Promise<Delivery>;
  cancel(orderId: string): Promise<Delivery>;
  delivery(orderId: string): Promise<Delivery>;
  attempts(orderId: string): Promise<DeliveryAttempt[]>;
  sweepAt(seconds: number): Promise<void>;
  end(): Promise<void>;
}

/** A developer with a server, whose deliveries a test follows through fake time. */
export async function deliveryStory(given: Partial<SweeperSettings> = {}): Promise<DeliveryStory> {
  const service = await startTestService();
  const receiver = await startCallbackReceiver();
  const sweeping = testSweeper(service, given);
  const { store } = sweeping;
  const story: DeliveryStory = {
    service,
    receiver,
    sweeping,
    store,
    keyring: service.keyring,
    developer: await makeDeveloper(service.admin, receiver.url),
    begin: async () => {
      // Deliveries that an earlier story left open must not go on in this one.
      await store.prisma.deliveryAttempt.deleteMany();
      await store.prisma.delivery.deleteMany();
      service.clock.now = exampleTime;
      receiver.received.length = 0;
      receiver.answer(success);
      story.developer = await makeDeveloper(service.admin, receiver.url);
    },
    pay: async (input) => {
      const { id: orderId } = await makeOrder(service.admin, story.developer, input);
      await service.admin(PayOrderDocument, { input: { orderId } });
      return orderId;
    },
    setPlugin: async (changes) => {
      await updatePlugin(store, story.developer.pluginId, changes);
    },
    resend: async (orderId) => requestResend(store, orderId, schedule, service.clock.now),
    cancel: async (orderId) => cancelDelivery(store, orderId),
    delivery: async (orderId) => store.prisma.delivery.findUniqueOrThrow({ where: { orderId } }),
    attempts: async (orderId) =>
      store.prisma.deliveryAttempt.findMany({ where: { orderId }, orderBy: { number: 'asc' } }),
    sweepAt: async (seconds) => sweeping.sweepAt(after(seconds)),
    end: async () => {
      await sweeping.close();
      await receiver.close();
      await service.stop();
    },
  };
  return story;
}
