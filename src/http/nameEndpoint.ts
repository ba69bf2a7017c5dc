import type { RequestHandler } from 'express';
import { contextOf } from './requestContext.ts';

/** The paths that machines ask every few seconds. They are of no interest to a person. */
export const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Notes which endpoint a request is for: `GET /baseinfo`, or the path alone where all methods are one endpoint. `known` are
 * all endpoints of the service; every other request is for `other`, whatever was asked for.
 */
export function nameEndpoint(known: ReadonlySet<string>): RequestHandler {
  return (request, _response, next) => {
    const path = request.path.replace(/(?<=.)\/$/, '');
    const withMethod = `${request.method === 'HEAD' ? 'GET' : request.method} ${path}`;
    contextOf(request).endpoint = [path, withMethod].find((name) => known.has(name)) ?? 'other';
    next();
  };
}
