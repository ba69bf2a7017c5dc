import express, { Router, type NextFunction, type Request, type Response } from 'express';
import { contextOf } from '../http/requestContext.ts';
import { readParameters, signedRequestRules } from '../rules/signing/parameters.ts';
import { leaveSecretsOut } from '../rules/signing/redactedCanonicalString.ts';
import { Refusal } from '../rules/failures/refusal.ts';
import { answerInTurn } from './answerInTurn.ts';
import { baseInfo } from './endpoints/baseInfo.ts';
import type { Endpoint, RestSettings } from './endpoints/endpoint.ts';
import { goods } from './endpoints/goods.ts';
import { paymentsRecord } from './endpoints/paymentsRecord.ts';
import { receiveParameters } from './parameters/receiveParameters.ts';
import { recordRejection } from './recordRejection.ts';
import { requireMethod } from '../http/requireMethod.ts';
import { type LastEncodings, rememberEncodings } from './signature/requireSignature.ts';
import { sendJson } from '../http/sendJson.ts';

const endpoints: readonly Endpoint[] = [baseInfo, paymentsRecord, goods];

/** `GET /baseinfo` and so on. */
export const restEndpoints: ReadonlySet<string> = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));

/** Eight times the longest valid request. */
const largestBodyBytes = 16 * 1024;
/** To read so much takes as long as to receive a request. */
const bytesOfRequest = 4 * 1024;

/** Door 1. One request: read parameters → shapes → its turn → signature → handler → response. */
export function restRoutes(settings: RestSettings): Router {
  const router = Router({ caseSensitive: true });
  const lastEncodings = rememberEncodings();
  // Bytes, whatever they claim to be: which types are read is decided in one place, with an answer that says so.
  const receiveBody = express.raw({ type: () => true, limit: largestBodyBytes });

  for (const endpoint of endpoints) {
    router.all(
      endpoint.path,
      requireMethod(endpoint.method),
      refuseLargeBody,
      receiveBody,
      async (request, response) => {
        sendJson(response, 200, await answer(endpoint, request, response, settings, lastEncodings));
      },
    );
  }
  return router;
}

/** At once, where the caller says how large it is: else all of it would be read first. */
function refuseLargeBody({ headers }: Request, _response: Response, next: NextFunction): void {
  if (Number(headers['content-length'] ?? 0) > largestBodyBytes) {
    throw new Refusal('BODY_TOO_LARGE', { facts: { max: largestBodyBytes } });
  }
  next();
}

async function answer(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  settings: RestSettings,
  lastEncodings: LastEncodings,
): Promise<object> {
  const context = contextOf(request);
  const { address } = context;
  const isWanted = () => !response.closed;
  const receivedBytes = bytesOf(request);
  if (receivedBytes >= bytesOfRequest)
    settings.limits.countRequest(address, Math.floor(receivedBytes / bytesOfRequest));
  const read = () => receiveParameters(request);
  const { parameters, unreadable } = await settings.turns.toCompute(address, read, isWanted);
  const values = readParameters({ ...signedRequestRules, ...endpoint.parameters }, parameters, unreadable);
  context.pluginId = leaveSecretsOut(values.plugin_id);
  const now = settings.clock();
  try {
    const signed = { address, receivedBytes, parameters, values, now, isWanted };
    return await answerInTurn(settings, lastEncodings, endpoint, signed);
  } catch (error) {
    recordRejection(settings.rejections, error, { endpoint, address, parameters, values, now });
    throw error;
  }
}

/** Of what is read as parameters. */
function bytesOf({ url, body }: Request): number {
  return url.length + (Buffer.isBuffer(body) ? body.length : 0);
}
