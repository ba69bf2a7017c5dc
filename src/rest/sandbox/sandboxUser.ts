import { sandboxUserRecord } from '../../rules/records/sandboxRecords.ts';
import { sandboxEndpoints } from '../../rules/signing/sandboxEndpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { createSandboxUser } from '../../store/sandbox/createSandboxUser.ts';
import { readSandboxPlugin } from '../../store/sandbox/sandboxReads.ts';
import { sandboxEndpoint } from './sandboxEndpoint.ts';

/** POST /sandbox/users: creates a user who is logged in, as the platform's client would do it. */
export const sandboxUser = sandboxEndpoint(sandboxEndpoints.sandboxUser, {
  find: async (store, { plugin_id: pluginId }, now) => readSandboxPlugin(store, pluginId, null, now),
  answer: async ({ store, settings, pluginId, secret, values: { nickname }, now }) => {
    const ttlSeconds = settings.accessTokenTtlSeconds;
    const user = await createSandboxUser(store, { pluginId, nickname, ttlSeconds }, now);
    return signedEnvelope(sandboxUserRecord({ ...user, nickname }, now), secret);
  },
});
