import type { Request } from 'express';
import { contextOf } from '../http/requestContext.ts';
import { languageOf } from '../http/requestLanguage.ts';
import { Refusal } from '../rules/failures/refusal.ts';
import { readParameters, signedRequestRules } from '../rules/signing/parameters.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { foundNoConnection } from '../store/database/databaseErrors.ts';
import type { Endpoint, ReadCall, RestSettings } from './endpoints/endpoint.ts';
import { receiveParameters } from './parameters/receiveParameters.ts';
import { recordRejection } from './recordRejection.ts';
import { signatureChecker, type CheckSignature } from './signature/checkSignature.ts';

/**
 * Returns the function that answers calls: read the parameters → check their shapes → check the rates → wait for a turn → check
 * the signature → call the handler.
 */
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
  const furtherRequests = Math.floor(receivedBytes / bytesPerExtraRequest);
  if (furtherRequests > 0) limits.countRequest(address, furtherRequests);

  const { parameters, unreadable } = await turns.toCompute(address, () => receiveParameters(request), isWanted);
  const rules = { ...signedRequestRules, ...endpoint.parameters };
  const values = readParameters(rules, parameters, unreadable, endpoint.oneOf);
  context.pluginId = leaveSecretsOut(values.plugin_id);
  const language = () => languageOf(request);
  return { endpoint, address, receivedBytes, parameters, values, now: clock(), language, isWanted };
}

/**
 * Answers a call in its turn. Before the signature is checked, the cost of the check is taken from the failures that the caller
 * has left. When the signature holds, the reservation ends, and the plugin pays. A caller who has lately proved to be the
 * plugin waits for the plugin's turn only. Every other caller first waits for a turn of its address, in which the signature is
 * checked. The check uses a turn of reads even if the call writes, so that the few turns of writes are used only for writing.
 */
async function answerInTurn(settings: RestSettings, checkSignature: CheckSignature, call: ReadCall): Promise<object> {
  const { limits, turns } = settings;
  const { endpoint, address, receivedBytes, values, now, language, isWanted } = call;
  const pluginId = values.plugin_id;
  limits.requireRate(pluginId);
  const reservation = limits.reserveProof(address, { pluginId }, costOfCheck(receivedBytes));
  let endTurn: (() => void) | undefined;
  try {
    const { isTrusted } = reservation;
    endTurn = await (isTrusted ? turns.ofPlugin('read', pluginId, isWanted) : turns.ofNewcomer(address, isWanted));
    const { secret, hashedBytes, found } = await checkSignature(call);
    reservation.proved();
    if (!isTrusted || endpoint.method !== 'GET') {
      endTurn();
      endTurn = await turns.ofPlugin(endpoint.method === 'GET' ? 'read' : 'write', pluginId, isWanted);
    }
    limits.countVerified(pluginId, costOfAnswer(receivedBytes, hashedBytes));
    return await endpoint.answer({ settings, pluginId, secret, values, found, now, language });
  } catch (error) {
    if (isGuess(error)) reservation.failed();
    // Callbacks may use all connections: the service is busy, and the request is not at fault.
    if (foundNoConnection(error)) throw new Refusal('BUSY', { facts: { retryAfterSeconds: 1 } });
    throw error;
  } finally {
    endTurn?.();
    reservation.release();
  }
}

/**
 * True for the refusals that a caller without the secret can also get. An expired access token is no guess: only the plugin
 * itself can send one.
 */
function isGuess(error: unknown): boolean {
  return error instanceof Refusal && ['PLUGIN_NOT_FOUND', 'TIMESTAMP_EXPIRED', 'SIGNATURE_WRONG'].includes(error.code);
}

// Costs are counted in ordinary requests: a `GET /baseinfo` has some 250 bytes and takes a digest or two.

/** So many bytes cost as much to parse as one more request. */
const bytesPerExtraRequest = 4 * 1024;
/** So many bytes add one to the cost of a check, which may have to try several encodings. */
const bytesPerCheck = 2 * 1024;
const bytesPerAnswer = 16 * 1024;
const bytesHashed = 512 * 1024;

function costOfCheck(receivedBytes: number): number {
  return 1 + Math.floor(receivedBytes / bytesPerCheck);
}

function costOfAnswer(receivedBytes: number, hashed: number): number {
  return 1 + Math.floor(receivedBytes / bytesPerAnswer + hashed / bytesHashed);
}
