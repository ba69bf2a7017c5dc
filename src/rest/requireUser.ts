import { Refusal } from '../rules/refusal.ts';
import type { LinkedUser } from '../rules/userRecord.ts';
import type { Store } from '../store/store.ts';
import { findUserByAccessToken } from '../store/users.ts';

/** The user an access token stands for; 401 when it is unknown to this plugin or expired. */
export async function requireUser(store: Store, pluginId: string, accessToken: string, now: Date): Promise<LinkedUser> {
  const user = await findUserByAccessToken(store, pluginId, accessToken, now);
  if (user) return user;
  throw new Refusal('ACCESS_TOKEN_UNKNOWN', { fields: [['access_token', [{ code: 'unknownAccessToken' }]]] });
}
