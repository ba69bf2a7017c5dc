import type { Store } from '../../src/store/database/store.ts';
import { readOrderByNumber } from '../../src/store/orders/orders.ts';
import { readUserByAccessToken } from '../../src/store/users/users.ts';

/** The halves of what a signed request reads in one statement. */

export async function findValidSecrets(store: Store, pluginId: string, now: Date) {
  return (await readUserByAccessToken(store, pluginId, 'unknown', now))?.secrets ?? null;
}

export async function findUserByAccessToken(store: Store, pluginId: string, accessToken: string, now: Date) {
  return (await readUserByAccessToken(store, pluginId, accessToken, now))!.found;
}

export async function findOrderForPlugin(store: Store, pluginId: string, number: string, now = new Date()) {
  return (await readOrderByNumber(store, pluginId, number, now))!.found;
}
