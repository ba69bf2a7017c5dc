import { accessToken } from '../../rules/signing/parameters.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { userRecord } from '../../rules/records/userRecord.ts';
import { endpoint } from './endpoint.ts';
import { requireUser } from '../requireUser.ts';

/** GET /baseinfo: the profile of the user who is logged in (specification, get user base info). */
export const baseInfo = endpoint({
  method: 'GET',
  path: '/baseinfo',
  parameters: { access_token: accessToken },
  async answer({ settings, pluginId, secret, values, now }) {
    const user = await requireUser(settings.store, pluginId, values.access_token, now);
    return signedEnvelope(userRecord(user, now), secret);
  },
});
