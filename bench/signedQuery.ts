import { canonicalString } from '../src/rules/signing/canonicalString.ts';
import { sign } from '../src/rules/signing/signature.ts';
import { Keyring } from '../src/store/secrets/keyring.ts';
import { createPlugin } from '../src/store/plugins/plugins.ts';
import { closeStore, openStore } from '../src/store/database/store.ts';
import { createUser, issueAccessToken } from '../src/store/users/users.ts';

/** The query string of a `GET /baseinfo` of a plugin and a user of its own; good for as long as its timestamp. */
export async function signedQuery(databaseUrl: string, key: Buffer): Promise<string> {
  const store = openStore(databaseUrl, new Keyring([key]));
  try {
    const now = new Date();
    const { plugin, secret } = await createPlugin(store, { name: 'Bench', callbackUrl: null }, now);
    const user = await createUser(store, { nickname: 'Bench', avatar: '', member: false }, now);
    const { accessToken } = await issueAccessToken(
      store,
      { pluginId: plugin.id, userId: user.id, ttlSeconds: 7200 },
      now,
    );
    const parameters = new Map([
      ['access_token', accessToken],
      ['plugin_id', plugin.id],
      ['timestamp', String(Math.floor(now.getTime() / 1000))],
    ]);
    const canonical = canonicalString(parameters);
    return `${canonical}&sign=${sign(canonical, secret)}`;
  } finally {
    await closeStore(store);
  }
}
