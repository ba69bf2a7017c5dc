import type { Request } from 'express';
import { contextOf } from '../http/requestContext.ts';
import { Refusal } from '../rules/failures/refusal.ts';
import { readParameters, signedRequestRules } from '../rules/signing/parameters.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { foundNoConnection } from '../store/database/databaseErrors.ts';
import type { Endpoint, ReadCall, RestSettings } from './endpoints/endpoint.ts';
import { receiveParameters } from './parameters/receiveParameters.ts';
import { recordRejection } from './recordRejection.ts';
import { signatureChecker, type CheckSignature } from './signature/checkSignature.ts';

/** Returns the function that answers calls: read parameters → shapes → its turn → signature → handler. */
export function callAnswerer(settings: RestSettings) {
  const checkSignature = signatureChecker(settings);

  return async (endpoint: Endpoint, request: Request, isWanted: () => boolean): Promise<object> => {
    const call = await readCall(settings, endpoint, request, isWanted);
    try {
      return await answerInTurn(settings, checkSignature, call);
    } catch (error) {
      recordRejection(settings.rejections, error, call);
      throw error;
    }
  };
}

async function readCall(
  { limits, turns, clock }: RestSettings,
  endpoint: Endpoint,
  request: Request,
  isWanted: () => boolean,
): Promise<ReadCall> {
  const context = contextOf(request);
  const { address } = context;
  const receivedBytes = request.url.length + (Buffer.isBuffer(request.body) ? request.body.length : 0);
  const asSoManyMore = Math.floor(receivedBytes / bytesOfRequest);
  if (asSoManyMore > 0) limits.countRequest(address, asSoManyMore);

  const { parameters, unreadable } = await turns.toCompute(address, () => receiveParameters(request), isWanted);
  const values = readParameters({ ...signedRequestRules, ...endpoint.parameters }, parameters, unreadable);
  context.pluginId = leaveSecretsOut(values.plugin_id);
  return { endpoint, address, receivedBytes, parameters, values, now: clock(), isWanted };
}

/**
 * Answers a call in its turn. Its cost is taken from its address before the signature is checked. When the signature holds,
 * the cost is given back, and then taken from the plugin. A caller who has lately proved to be the plugin waits for the
 * plugin's turn only. Every other caller first waits for a turn of its address, in which the signature is checked. To check
 * it takes a read, also when the call writes: the few turns of writes are for the time in which they write.
 */
async function answerInTurn(settings: RestSettings, checkSignature: CheckSignature, call: ReadCall): Promise<object> {
  const { limits, turns } = settings;
  const { endpoint, address, receivedBytes, values, now, isWanted } = call;
  const pluginId = values.plugin_id;
  limits.requireRate(pluginId);
  const reservation = limits.reserveProof(address, { pluginId }, costOfCheck(receivedBytes));
  let endTurn: (() => void) | undefined;
  try {
    const { isTrusted } = reservation;
    endTurn = await (isTrusted ? turns.ofPlugin('GET', pluginId, isWanted) : turns.ofNewcomer(address, isWanted));
    const { secret, hashedBytes, found } = await checkSignature(call);
    reservation.proved();
    if (!isTrusted || endpoint.method !== 'GET') {
      endTurn();
      endTurn = await turns.ofPlugin(endpoint.method, pluginId, isWanted);
    }
    limits.countVerified(pluginId, costOfAnswer(receivedBytes, hashedBytes));
    return await endpoint.answer({ settings, pluginId, secret, values, found, now });
  } catch (error) {
    if (isGuess(error)) reservation.failed();
    // Callbacks use all connections. That is a matter of load, and not of the request.
    if (foundNoConnection(error)) throw new Refusal('BUSY', { facts: { retryAfterSeconds: 1 } });
    throw error;
  } finally {
    endTurn?.();
    reservation.release();
  }
}

/** A caller without a secret gets this far. An expired access token is no guess: only the plugin itself can send one. */
function isGuess(error: unknown): boolean {
  return error instanceof Refusal && ['PLUGIN_NOT_FOUND', 'TIMESTAMP_EXPIRED', 'SIGNATURE_WRONG'].includes(error.code);
}

// Costs are counted in ordinary requests: a `GET /baseinfo` has some 250 bytes and takes a digest or two.

/** The bytes that take as long to read as a request takes to receive. */
const bytesOfRequest = 4 * 1024;
/** A signature that is wrong is looked for in several encodings. */
const bytesPerCheck = 2 * 1024;
const bytesPerAnswer = 16 * 1024;
const bytesHashed = 512 * 1024;

function costOfCheck(receivedBytes: number): number {
  return 1 + Math.floor(receivedBytes / bytesPerCheck);
}

function costOfAnswer(receivedBytes: number, hashed: number): number {
  return 1 + Math.floor(receivedBytes / bytesPerAnswer + hashed / bytesHashed);
}
