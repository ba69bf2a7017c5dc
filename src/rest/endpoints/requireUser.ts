import { Refusal } from '../../rules/failures/refusal.ts';
import type { LinkedUser } from '../../rules/records/userRecord.ts';
import type { Store } from '../../store/database/store.ts';
import { findUserByAccessToken } from '../../store/users/users.ts';

/** Returns the user whom an access token stands for; 401 when it is unknown to this plugin, or expired. */
export async function requireUser(store: Store, pluginId: string, accessToken: string, now: Date): Promise<LinkedUser> {
  const user = await findUserByAccessToken(store, pluginId, accessToken, now);
  if (user) return user;
  throw new Refusal('ACCESS_TOKEN_UNKNOWN', { fields: [['access_token', [{ code: 'unknownAccessToken' }]]] });
}
