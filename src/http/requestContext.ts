import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import proxyAddr from 'proxy-addr';
import { callerAddress } from '../limits/callerAddress.ts';
import type { RefusalCode } from '../rules/failures/refusal.ts';
import type { KeyHolder } from '../store/keys/apiKeys.ts';

/** The facts of one request. The first are known when it arrives; the doors add the others as they learn them. */
export interface RequestContext {
  /** The id that every response and every log line about the request has. */
  readonly requestId: string;
  /** The caller's address: the socket's, or the one that trusted proxies name. Null: the connection was already gone. */
  readonly address: string | null;
  readonly arrivedAt: Date;
  /** The same moment by `performance.now()`. */
  readonly arrivedAtMs: number;
  /** `GET /baseinfo` and so on, or the path alone where all methods are one endpoint. Requests for nothing known: `other`. */
  readonly endpoint: string;
  /** True: the port that it came to has the developers' pages. */
  readonly hasDocs: boolean;
  /** The reason why it was refused. */
  refusal: RefusalCode | null;
  /** The codes of what was answered instead of data, each once. */
  errorCodes: readonly string[];
  /** The plugin that the caller claims to be, once the parameters hold. It has nothing that looks like a secret. */
  pluginId: string | null;
  /** The holder of the key that it shows, once that is known. */
  staff: Staff | null;
  /** The name of the GraphQL operation. It has nothing that looks like a secret. */
  operation: string | null;
  /** query or mutation. */
  operationType: string | null;
  /**
   * Gives the request's place to the next request of the same caller. This request still continues. Calling it again
   * does nothing.
   */
  leavePlace(): void;
}

export interface Staff {
  actor: KeyHolder;
  /** Looks the key up again; null: it was revoked since. */
  findActorNow(): Promise<KeyHolder | null>;
}

/** The facts of a port that say what a request is. */
export interface Arrival {
  /** Says whether a proxy at this address, this number of hops away, is trusted. */
  trustsProxy(address: string, hops: number): boolean;
  /** The endpoints of the service. Each request counts for one of them or for `other`, whatever its path is. */
  endpoints: ReadonlySet<string>;
  /** True: the port has the developers' pages. */
  hasDocs: boolean;
}

/** The endpoints that orchestrators ask. */
export const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** The endpoints that machines ask every few seconds. They do not interest people. */
export const probes: ReadonlySet<string> = new Set([...healthChecks, '/metrics']);

/**
 * The property of a request that has its facts. In a WeakMap, whose values may live longer than their keys, each request
 * survived until the collector next looked at the whole memory, and most of its work was to copy requests that were over.
 */
const ofRequest = Symbol('context');
type Observed = IncomingMessage & { [ofRequest]?: RequestContext };

/** Returns the facts of a request. */
export function contextOf(request: Observed): RequestContext {
  return request[ofRequest] ?? begin(request, (request as Partial<Request>).ip);
}

/**
 * Says whether nobody waits for the answer any more. Node does not close the responses that wait behind another one on a
 * connection that was lost.
 */
export function hasLeft(request: IncomingMessage, response: ServerResponse): boolean {
  return response.closed || request.socket.destroyed;
}

/** Notes the facts that are known when a request arrives. Call it before everything else. */
export function beginContext(request: IncomingMessage, { trustsProxy, endpoints, hasDocs }: Arrival): void {
  begin(request, proxyAddr(request, trustsProxy), endpointOf(request, endpoints), hasDocs);
}

function endpointOf({ method, url = '' }: IncomingMessage, endpoints: ReadonlySet<string>): string {
  const path = (url.startsWith('/') ? url : withoutOrigin(url)).split('?', 1)[0]!.replace(/(?<=.)\/$/, '');
  const withMethod = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  // Each of the developers' pages is counted as /docs.
  const pages = path.replace(/^\/docs\/.*$/, '/docs');
  return [path, withMethod, pages].find((name) => endpoints.has(name)) ?? 'other';
}

/** Proxies may send a whole URL (RFC 9112, 3.2.2). */
function withoutOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}

function begin(request: Observed, ip: string | undefined, endpoint = 'other', hasDocs = false): RequestContext {
  const context = {
    requestId: requestIdOf(request),
    address: callerAddress({ ip, socket: request.socket }),
    arrivedAt: new Date(),
    arrivedAtMs: performance.now(),
    endpoint,
    hasDocs,
    refusal: null,
    errorCodes: [],
    pluginId: null,
    staff: null,
    operation: null,
    operationType: null,
    leavePlace: () => {},
  };
  request[ofRequest] = context;
  return context;
}

/**
 * Returns the caller's X-Request-Id if it is safe to write into a log, otherwise a new id. Our secrets, access tokens,
 * keys and signatures have 32 letters and digits or more. Ids of that length are accepted in only two forms, which
 * proxies use: a UUID, or 32 hexadecimal digits.
 */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptable.some((form) => form.test(given)) ? given : randomUUID();
}

const acceptable = [/^[A-Za-z0-9._-]{1,31}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, /^[0-9a-f]{32}$/i];
