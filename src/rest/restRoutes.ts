import express, { Router, type NextFunction, type Request, type Response } from 'express';
import { hasLeft } from '../http/requestContext.ts';
import { requireMethod, sendJson } from '../http/routeHelpers.ts';
import { Refusal } from '../rules/failures/refusal.ts';
import { largestBodyBytes } from '../rules/parameters/requestLimits.ts';
import { callAnswerer } from './answerCall.ts';
import { baseInfo } from './endpoints/baseInfo.ts';
import type { Endpoint, RestSettings } from './endpoints/endpoint.ts';
import { goods } from './endpoints/goods.ts';
import { paymentsRecord } from './endpoints/paymentsRecord.ts';
import { sandboxAnswer } from './sandbox/sandboxAnswer.ts';
import { sandboxCallback } from './sandbox/sandboxCallback.ts';
import { sandboxOrder } from './sandbox/sandboxOrder.ts';
import { sandboxPayment } from './sandbox/sandboxPayment.ts';
import { sandboxUser } from './sandbox/sandboxUser.ts';

/** The endpoints, one on each line. Several may share a path if their methods differ. */
const table: readonly Endpoint[] = [
  baseInfo,
  paymentsRecord,
  goods,
  sandboxUser,
  sandboxOrder,
  sandboxPayment,
  sandboxCallback,
  sandboxAnswer,
];

/** `GET /baseinfo` and so on. */
export const restEndpoints: ReadonlySet<string> = new Set(table.map(({ method, path }) => `${method} ${path}`));

/** Door 1: the endpoints for developers' servers. A method that none of a path's endpoints has is refused. */
export function restRoutes(settings: RestSettings, endpoints = table): Router {
  const router = Router({ caseSensitive: true });
  const answerCall = callAnswerer(settings);
  // Bodies stay bytes, whatever their type: receiveParameters decides which types are read, with an answer that says so.
  const receiveBody = express.raw({ type: () => true, limit: largestBodyBytes });

  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const ofPath = endpoints.filter((endpoint) => endpoint.path === path);
    const methods = ofPath.map(({ method }) => method);
    router.all(path, requireMethod(...methods), refuseLargeBody, receiveBody, async (request, response) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const endpoint = ofPath.find((one) => one.method === method)!;
      sendJson(response, 200, await answerCall(endpoint, request, () => !hasLeft(request, response)));
    });
  }
  return router;
}

/** Refuses immediately a body that the caller says is too large; without this, all of it would be read first. */
function refuseLargeBody({ headers }: Request, _response: Response, next: NextFunction): void {
  if (Number(headers['content-length'] ?? 0) > largestBodyBytes) {
    throw new Refusal('BODY_TOO_LARGE', { facts: { max: largestBodyBytes } });
  }
  next();
}
