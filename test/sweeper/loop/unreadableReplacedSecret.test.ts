import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { observeBy } from '../../../src/service/observation.ts';
import { Keyring } from '../../../src/store/secrets/keyring.ts';
import { resetPluginSecret } from '../../../src/store/plugins/resetPluginSecret.ts';
import { CheckCallbackUrlDocument, OrderNotificationDocument } from '../../admin/generated/operations.ts';
import { after, deliveryStory, type DeliveryStory } from '../attempt/deliveryStory.ts';

const overlapSeconds = 3600;
const told: string[] = [];
let story: DeliveryStory;

beforeAll(async () => {
  const quiet = observeBy([], pino({ level: 'silent' }));
  story = await deliveryStory({ observer: { ...quiet, onSecretUnreadable: (pluginId) => told.push(pluginId) } });
});
afterAll(async () => {
  await story.end();
});
beforeEach(async () => {
  await story.begin();
  told.length = 0;
});

const withAnotherKey = () => ({ ...story.store, keyring: new Keyring([randomBytes(32)]) });

/** A receiver that knows the replaced secret only would refuse what is signed with the new one alone. */
async function replaceUnreadable(): Promise<void> {
  await resetPluginSecret(withAnotherKey(), story.developer.pluginId, 0, after(-2));
  await resetPluginSecret(story.store, story.developer.pluginId, overlapSeconds, after(-1));
}

describe('a replaced secret that cannot be decrypted', () => {
  it('uses up no notification, is told of once a minute, and keeps callbacks waiting until it expires', async () => {
    await replaceUnreadable();
    const orderId = await story.pay();
    for (const seconds of [0, 1, 59, 61]) await story.sweepAt(seconds);

    expect(story.receiver.received).toHaveLength(0);
    expect(await story.attempts(orderId)).toEqual([]);
    expect(await story.delivery(orderId)).toMatchObject({
      status: 'PENDING',
      automaticCount: 0,
      attemptCount: 0,
      nextAutomaticAt: after(0),
      leaseToken: null,
    });
    expect(told).toEqual([story.developer.pluginId, story.developer.pluginId]);

    await story.sweepAt(overlapSeconds);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED', automaticCount: 1, attemptCount: 1 });
  });

  it('no longer matters when the secret is reset without an overlap', async () => {
    await replaceUnreadable();
    const orderId = await story.pay();
    await resetPluginSecret(story.store, story.developer.pluginId, 0, after(0));
    await story.sweepAt(1);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED' });
    expect(told).toEqual([]);
  });

  it('does not matter when it is too old to sign: five newer ones do', async () => {
    await replaceUnreadable();
    for (const seconds of [0, 1, 2, 3, 4]) {
      await resetPluginSecret(story.store, story.developer.pluginId, overlapSeconds, after(seconds));
    }
    const orderId = await story.pay();
    await story.sweepAt(5);
    expect(await story.delivery(orderId)).toMatchObject({ status: 'DELIVERED' });
    expect(String(story.receiver.received[0]!.headers['openplug-previous-sign']).split(',')).toHaveLength(5);
  });

  it('is what staff read when they ask why, and when they check the callback URL', async () => {
    await replaceUnreadable();
    const orderId = await story.pay();
    const { order } = await story.service.admin(OrderNotificationDocument, { id: orderId });
    expect(order?.notification).toMatchObject({
      code: 'WAITING',
      message: expect.stringContaining('cannot read the secret of the plugin, or a replaced one that is still valid'),
    });
    const input = { url: story.receiver.url, pluginId: story.developer.pluginId };
    await expect(story.service.admin(CheckCallbackUrlDocument, { input })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('a replaced one that is still valid'),
    });
    expect(story.receiver.received).toHaveLength(0);

    story.service.clock.now = after(overlapSeconds);
    const later = await story.service.admin(OrderNotificationDocument, { id: orderId });
    expect(later.order?.notification.message).not.toContain('cannot read');
  });
});
