import { userRecord } from '../../rules/records/userRecord.ts';
import { endpoints } from '../../rules/signing/endpoints.ts';
import { signedEnvelope } from '../../rules/signing/signature.ts';
import { endpoint } from './endpoint.ts';
import { requireUser } from './requireUser.ts';

/** GET /baseinfo: the profile of the user who is logged in (specification, get user base info). */
export const baseInfo = endpoint(endpoints.baseInfo, async ({ settings, pluginId, secret, values, now }) => {
  const user = await requireUser(settings.store, pluginId, values.access_token, now);
  return signedEnvelope(userRecord(user, now), secret);
});
