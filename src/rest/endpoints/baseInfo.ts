import { userRecord } from '../../rules/records/userRecord.ts';
import { specifiedEndpoints } from '../../rules/signing/specifiedEndpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { readUserByAccessToken, requireLinked } from '../../store/users/users.ts';
import { endpoint } from './endpoint.ts';

/** GET /baseinfo: the profile of the user who is logged in (specification, get user base info). */
export const baseInfo = endpoint(specifiedEndpoints.baseInfo, {
  find: async (store, { plugin_id: pluginId, access_token: token }, now) =>
    readUserByAccessToken(store, pluginId, token, now),
  answer: ({ found, secret, now }) => signedEnvelope(userRecord(requireLinked(found), now), secret),
});
