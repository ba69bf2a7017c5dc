import express, { Router, type NextFunction, type Request, type Response } from 'express';
import { callerAddress } from '../limits/callerAddress.ts';
import type { Parameters } from '../rules/canonicalString.ts';
import { readParameters, signedRequestRules } from '../rules/parameters.ts';
import { leaveSecretsOut } from '../rules/redactedCanonicalString.ts';
import { Refusal } from '../rules/refusal.ts';
import { baseInfo } from './baseInfo.ts';
import type { Endpoint, RestSettings } from './endpoint.ts';
import { goods } from './goods.ts';
import { paymentsRecord } from './paymentsRecord.ts';
import { receiveParameters } from './receiveParameters.ts';
import { recordRejection } from './recordRejection.ts';
import { requireMethod } from './requireMethod.ts';
import { type LastEncodings, rememberEncodings, requireSignature } from './requireSignature.ts';
import { sendJson } from './sendJson.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Which plugin the caller says it is, once the parameters hold; in it nothing that looks like a secret. */
    pluginId?: string;
  }
}

const endpoints: readonly Endpoint[] = [baseInfo, paymentsRecord, goods];

/** `GET /baseinfo` and so on. */
export const restEndpoints: ReadonlySet<string> = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));

/** Eight times the longest valid request. */
const largestBodyBytes = 16 * 1024;

/** Door 1. One request: read parameters → shapes → signature → handler → response. */
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
  const { parameters, unreadable } = receiveParameters(request);
  const values = readParameters({ ...signedRequestRules, ...endpoint.parameters }, parameters, unreadable);
  response.locals.pluginId = leaveSecretsOut(values.plugin_id);
  const now = settings.clock();
  try {
    const secret = await settings.limits.requireProof(
      callerAddress(request),
      { pluginId: values.plugin_id },
      async () => requireSignature(settings, lastEncodings, values, parameters, now),
      (error) => (isGuess(error) ? guessesIn(parameters) : 0),
    );
    settings.limits.countVerified(values.plugin_id);
    return await endpoint.answer({ settings, pluginId: values.plugin_id, secret, values, now });
  } catch (error) {
    recordRejection(settings.rejections, error, { endpoint, request, parameters, values, now });
    throw error;
  }
}

/** Ordinary requests are no longer. */
const ordinaryLength = 500;

/** Looking at a long one takes as much as looking at so many ordinary ones. */
function guessesIn(parameters: Parameters): number {
  let length = 0;
  for (const [name, value] of parameters) length += name.length + value.length;
  return Math.max(1, Math.ceil(length / ordinaryLength));
}

/** Not an access token that ran out: only the plugin itself gets as far as that. */
function isGuess(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'SIGNATURE_WRONG' || error.code === 'PLUGIN_NOT_FOUND');
}
