import { makeDeveloper, type Developer } from './builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from './callbackReceiver.ts';
import { startTestService, type TestService } from './service.ts';

/** A service with its console, and a developer whose callback URL leads to a receiver. */
export interface ConsoleShop {
  service: TestService;
  receiver: CallbackReceiver;
  developer: Developer;
  stop(): Promise<void>;
}

/** Starts the shop. A delivery has one automatic notification, so that one refusal exhausts it. */
export async function startConsoleShop(): Promise<ConsoleShop> {
  const receiver = await startCallbackReceiver();
  const service = await startTestService({
    RUN: 'api,sweeper',
    CALLBACK_ALLOW_NETWORKS: '127.0.0.0/8',
    CALLBACK_MAX_NOTIFICATIONS: '1',
  });
  const developer = await makeDeveloper(service.admin, `${receiver.url}/wrong`);
  const stop = async () => {
    await service.stop();
    await receiver.close();
  };
  return { service, receiver, developer, stop };
}
