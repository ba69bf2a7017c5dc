import { because } from '../../rules/failures/conflicts.ts';
import { Refusal } from '../../rules/failures/refusal.ts';
import { orderRecord } from '../../rules/records/orderRecord.ts';
import { sandboxCallbackRecord } from '../../rules/records/sandboxRecords.ts';
import { sandboxEndpoints } from '../../rules/signing/sandboxEndpoints.ts';
import { signCallback, signedEnvelope } from '../../rules/signing/signature.ts';
import { startListenerAttempt } from '../../store/deliveries/startListenerAttempt.ts';
import { readSandboxPlugin } from '../../store/sandbox/sandboxReads.ts';
import { sandboxEndpoint } from './sandboxEndpoint.ts';

/**
 * POST /sandbox/callbacks: hands the next callback that is due to a listener, which has it until its lease runs out. The row
 * of the attempt is written before the answer.
 */
export const sandboxCallback = sandboxEndpoint(sandboxEndpoints.sandboxCallback, {
  find: async (store, { plugin_id: pluginId }, now) => readSandboxPlugin(store, pluginId, null, now),
  answer: async ({ store, settings, pluginId, secret, found: { callbackUrl }, now }) => {
    if (callbackUrl !== null) throw new Refusal('SANDBOX_CONFLICT', because('POSTED_BY_SERVICE'));
    const { clock, leaseMs, timeZone, worker } = settings;
    const attempt = await startListenerAttempt(store, pluginId, {
      now,
      clock,
      worker,
      leaseMs,
      write: (order, secrets, startedAt) => signCallback(orderRecord(order, startedAt, timeZone), secrets),
    });
    return signedEnvelope(sandboxCallbackRecord(attempt, leaseMs, now), secret);
  },
});
