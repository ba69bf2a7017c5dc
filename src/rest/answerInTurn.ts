import { Refusal } from '../rules/failures/refusal.ts';
import { costOfCall, costOfLook } from '../rules/signing/requestCost.ts';
import { foundNoConnection } from '../store/database/foundNoConnection.ts';
import type { Endpoint, RestSettings, SignedRequest } from './endpoints/endpoint.ts';
import { type LastEncodings, type Proof, requireSignature } from './signature/requireSignature.ts';

/**
 * Answers a request whose parameters hold, in its turn: signature → handler. What it costs is counted before the work, and
 * given back when the signature holds; then it is counted for the plugin. A caller who has shown lately that they are the
 * plugin's waits for its turn only; any other waits for one of their address before.
 */
export async function answerInTurn(
  settings: RestSettings,
  lastEncodings: LastEncodings,
  endpoint: Endpoint,
  request: SignedRequest,
): Promise<object> {
  const { limits, turns } = settings;
  const { address, receivedBytes, values, now, isWanted } = request;
  const pluginId = values.plugin_id;
  limits.requireRate(pluginId);
  const reservation = limits.reserveProof(address, { pluginId }, costOfLook(receivedBytes));

  async function prove(): Promise<Proof> {
    try {
      const proof = await requireSignature(settings, lastEncodings, request);
      reservation.proved();
      return proof;
    } catch (error) {
      if (isGuess(error)) reservation.failed();
      throw error;
    }
  }
  async function answer({ secret, hashedBytes }: Proof): Promise<object> {
    limits.countVerified(pluginId, costOfCall(receivedBytes, hashedBytes));
    return endpoint.answer({ settings, pluginId, secret, values, now });
  }

  try {
    if (reservation.isTrusted) return await turns.ofPlugin(pluginId, async () => answer(await prove()), isWanted);
    const proof = await turns.ofNewcomer(address, prove, isWanted);
    return await turns.ofPlugin(pluginId, async () => answer(proof), isWanted);
  } catch (error) {
    // All of them are with callbacks; that is a matter of load.
    if (foundNoConnection(error)) throw new Refusal('BUSY', { facts: { retryAfterSeconds: 1 } });
    throw error;
  } finally {
    reservation.release();
  }
}

/** Somebody who had no secret would get as far. Not an access token that ran out: only the plugin itself gets to that. */
function isGuess(error: unknown): boolean {
  return error instanceof Refusal && ['PLUGIN_NOT_FOUND', 'TIMESTAMP_EXPIRED', 'SIGNATURE_WRONG'].includes(error.code);
}
