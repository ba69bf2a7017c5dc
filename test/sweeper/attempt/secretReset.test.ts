import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ResetPluginSecretDocument } from '../../admin/generated/operations.ts';
import type { ReceivedCallback } from '../../support/callbackReceiver.ts';
import { call, signatureOf, signed, type RestAnswer } from '../../support/signedRequest.ts';
import { after, deliveryStory, type DeliveryStory } from './deliveryStory.ts';

const overlapSeconds = 600;
let story: DeliveryStory;

beforeAll(async () => {
  story = await deliveryStory();
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
});

async function reset(): Promise<string> {
  const input = { pluginId: story.developer.pluginId, overlapSeconds };
  return (await story.service.admin(ResetPluginSecretDocument, { input })).resetPluginSecret.secret;
}

async function ask(secret: string): Promise<RestAnswer> {
  const { pluginId, accessToken } = story.developer;
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, story.service.clock.now);
  return call(story.service.url, 'GET', '/baseinfo', parameters);
}

/** A developer's server that knows one secret, and asks until it is ended; then what was not answered under that secret. */
function startCaller(secret: string) {
  const state = { isOver: false, failures: [] as RestAnswer[], answers: 0 };
  const going = (async () => {
    while (!state.isOver) {
      const answer = await ask(secret);
      state.answers += 1;
      const isGood = answer.status === 200 && answer.body.sign === signatureOf(secret, answer.body.resource ?? {});
      if (!isGood) state.failures.push(answer);
    }
  })();
  return {
    answers: () => state.answers,
    end: async () => {
      state.isOver = true;
      await going;
      return state.failures;
    },
  };
}

/** From now on, several times. */
async function untilEachHasAsked(callers: ReturnType<typeof startCaller>[]): Promise<void> {
  const before = callers.map((caller) => caller.answers());
  const least = () => Math.min(...callers.map((caller, index) => caller.answers() - before[index]!));
  await expect.poll(least, { timeout: 15_000, interval: 20 }).toBeGreaterThan(3);
}

/** As the README tells receivers to: `sign`, or one of the header's, is right under a secret that they have. */
function isRightUnder(secret: string, { message, headers }: ReceivedCallback): boolean {
  const previous = String(headers['openplug-previous-sign'] ?? '').split(',');
  return [message.sign, ...previous].includes(signatureOf(secret, message.resource));
}

/** From now on the receiver takes only what is right under one of these, by the rule given. */
function receiveUnder(secrets: string[], isRight: (secret: string, callback: ReceivedCallback) => boolean): void {
  story.receiver.answer((_request, response) => {
    const callback = story.receiver.received.at(-1)!;
    const isTaken = secrets.some((secret) => isRight(secret, callback));
    response.writeHead(isTaken ? 200 : 401).end(isTaken ? 'SUCCESS' : 'wrong signature');
  });
}

it('callers with the old secret and callers with the new one go on, each answered under its own', async () => {
  const oldSecret = story.developer.secret;
  const old = [startCaller(oldSecret), startCaller(oldSecret)];
  await untilEachHasAsked(old);
  const newSecret = await reset();
  const renewed = [startCaller(newSecret), startCaller(newSecret)];
  await untilEachHasAsked([...old, ...renewed]);
  story.service.clock.now = after(overlapSeconds - 0.001);
  await untilEachHasAsked([...old, ...renewed]);
  expect((await Promise.all(old.map(async (caller) => caller.end()))).flat()).toEqual([]);

  story.service.clock.now = after(overlapSeconds);
  expect((await ask(oldSecret)).status).toBe(401);
  expect((await ask(newSecret)).status).toBe(200);
  expect((await Promise.all(renewed.map(async (caller) => caller.end()))).flat()).toEqual([]);
});

it('a receiver that has one secret changes over at any time of the overlap and takes every callback at once', async () => {
  const oldSecret = story.developer.secret;
  const orderIds: string[] = [];
  const payAndSweepAt = async (seconds: number) => {
    orderIds.push(await story.pay(), await story.pay());
    await story.sweepAt(seconds);
  };
  receiveUnder([oldSecret], isRightUnder);
  await payAndSweepAt(0);
  const newSecret = await reset();
  await payAndSweepAt(1);
  await payAndSweepAt(overlapSeconds / 2);
  receiveUnder([newSecret], isRightUnder);
  await payAndSweepAt(overlapSeconds / 2 + 1);
  await payAndSweepAt(overlapSeconds - 1);
  await payAndSweepAt(overlapSeconds);

  const attempts = await Promise.all(orderIds.map(async (id) => story.attempts(id)));
  expect(attempts.map((ofOrder) => ofOrder.map(({ outcome }) => outcome))).toEqual(
    orderIds.map(() => ['ACKNOWLEDGED']),
  );
  const signedTwice = story.receiver.received.map(({ headers }) => 'openplug-previous-sign' in headers);
  expect(signedTwice).toEqual([false, false, ...Array.from({ length: 8 }, () => true), false, false]);
});

it('a receiver that looks at sign alone takes every callback at once when it has both secrets', async () => {
  const newSecret = await reset();
  const isSign = (secret: string, { message }: ReceivedCallback) =>
    message.sign === signatureOf(secret, message.resource);
  receiveUnder([story.developer.secret, newSecret], isSign);
  const orderId = await story.pay();
  await story.sweepAt(0);

  expect(await story.attempts(orderId)).toMatchObject([{ outcome: 'ACKNOWLEDGED' }]);
  expect(isSign(newSecret, story.receiver.received.at(-1)!)).toBe(true);
});

it('each secret that is still good after several resets has its signature', async () => {
  const secrets = [story.developer.secret];
  for (const seconds of [1, 2]) {
    story.service.clock.now = after(seconds);
    secrets.push(await reset());
  }
  await story.pay();
  await story.sweepAt(3);
  const { message, headers } = story.receiver.received[0]!;
  const signs = secrets.toReversed().map((secret) => signatureOf(secret, message.resource));
  expect([message.sign, ...String(headers['openplug-previous-sign']).split(',')]).toEqual(signs);
});

it('a secret that was replaced more than five times has none: receivers bound the length of headers', async () => {
  const secrets = [story.developer.secret];
  for (let seconds = 1; seconds <= 7; seconds += 1) {
    story.service.clock.now = after(seconds);
    secrets.push(await reset());
  }
  await story.pay();
  await story.sweepAt(8);
  const { message, headers } = story.receiver.received[0]!;
  const [newest, ...replaced] = secrets.toReversed().map((secret) => signatureOf(secret, message.resource));
  expect(message.sign).toBe(newest);
  expect(String(headers['openplug-previous-sign']).split(',')).toEqual(replaced.slice(0, 5));
});

it('a secret that is replaced at once signs nothing any more', async () => {
  const input = { pluginId: story.developer.pluginId, overlapSeconds: 0 };
  await story.service.admin(ResetPluginSecretDocument, { input });
  await story.pay();
  await story.sweepAt(0);

  expect(story.receiver.received[0]?.headers).not.toHaveProperty('openplug-previous-sign');
});
