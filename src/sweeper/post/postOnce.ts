import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { judgeResponse } from '../../rules/callbacks/judgeResponse.ts';
import { isCallable, type CallableNetworks, type Networks } from '../../rules/callbacks/callableAddress.ts';
import { noResponse, type AttemptResult, type PostResult } from '../../store/deliveries/attemptResult.ts';
import { connectTo } from './connectTo.ts';
import { startDeadline } from './startDeadline.ts';
import { AddressRefused, BrokenResponse, describePostError, type PostStage } from './describePostError.ts';
import type { ResolveHost } from './resolveHost.ts';
import { skipInterimResponses } from './skipInterimResponses.ts';
import { watchConnection, type WatchedConnection } from './watchConnection.ts';

export interface PostSettings {
  /** The time from the start, DNS included, to the last byte of the response (CALLBACK_TIMEOUT_S). */
  timeoutMs: number;
  /** Networks that may be called though they are not public (CALLBACK_ALLOW_NETWORKS). */
  allowedNetworks: Networks;
  /** Networks that are never called (CALLBACK_REFUSE_NETWORKS). */
  refusedNetworks: Networks;
  /** The addresses of this machine, as they are now. */
  ownNetworks: () => Networks;
  resolveHost: ResolveHost;
}

const largestStoredBodyBytes = 4096;

/**
 * Makes one POST and nothing else. No redirect is followed, nothing is sent again, no connection is shared, and
 * certificates are verified whatever the environment says. The host is resolved once, every address is checked, and
 * only a checked address is dialled. Never rejects: any failure is a result.
 */
export async function postOnce(
  url: string,
  body: string,
  headers: Record<string, string>,
  settings: PostSettings,
): Promise<PostResult> {
  const startedAt = performance.now();
  const { signal: deadline, clear: clearDeadline } = startDeadline(settings.timeoutMs);
  const measured: Measurements = {
    resolvedAddresses: [],
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    remoteAddress: null,
  };
  let stage: PostStage = 'LOOKUP';
  let client: Client | undefined;
  let socket: Socket | undefined;
  let watched: WatchedConnection = { failure: null, alert: null };
  let end: Pick<AttemptResult, 'outcome'> & Partial<PostResult>;
  try {
    const { protocol, hostname, origin, pathname, search } = new URL(url);
    // A URL's IPv6 literal has brackets.
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = await untilAborted(settings.resolveHost(host, deadline), deadline);
    measured.dnsMs = performance.now() - startedAt;
    measured.resolvedAddresses = addresses;
    requireCallable(host, addresses, {
      allowed: settings.allowedNetworks,
      refused: settings.refusedNetworks,
      own: settings.ownNetworks(),
    });

    stage = 'CONNECTION';
    client = new Client(origin, {
      // One request a connection: a kept one may be closed by the receiver at the moment of its reuse.
      pipelining: 0,
      // The deadline covers these; undici's own are coarser, and end at the headers.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectTo(addresses, deadline, startedAt + settings.timeoutMs, {
        onDialled: () => {
          stage = protocol === 'https:' ? 'TLS' : 'ANSWER';
        },
        onConnected: (connected, connectMs) => {
          stage = 'ANSWER';
          skipInterimResponses(connected);
          socket = connected;
          measured.connectMs = connectMs;
          measured.remoteAddress = connected.remoteAddress ?? null;
        },
      }),
    });
    client.on('connect', () => {
      watched = watchConnection(socket!);
    });
    const path = pathname + search;
    const response = await untilAborted(
      client.request({ method: 'POST', path, headers, body, signal: deadline }),
      deadline,
    );
    measured.firstByteMs = performance.now() - startedAt;
    end = await readResponse(response, watched, url);
  } catch (error) {
    const isTimedOut = deadline.aborted || performance.now() >= startedAt + settings.timeoutMs;
    // The client reports the end of the connection, which comes after the alert.
    const why = error instanceof BrokenResponse ? error : (watched.alert ?? error);
    end = describePostError(why, { isTimedOut, timeoutMs: settings.timeoutMs, stage });
  } finally {
    clearDeadline();
    // No part of this attempt may go on. Errors of what is destroyed no longer matter.
    client?.destroy().catch(() => {});
  }
  return { ...noResponse, ...measured, durationMs: performance.now() - startedAt, ...end };
}

type Measurements = Pick<PostResult, 'resolvedAddresses' | 'dnsMs' | 'connectMs' | 'firstByteMs' | 'remoteAddress'>;

/** Throws AddressRefused when any of them may not be called: no name may also lead into our network. */
function requireCallable(host: string, addresses: string[], networks: CallableNetworks): void {
  const refused = addresses.find((address) => !isCallable(address, networks));
  if (refused !== undefined || addresses.length === 0) throw new AddressRefused(host, refused);
}

async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  watched: WatchedConnection,
  url: string,
) {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // No acknowledgement is this long; what follows is not read.
      if (length > largestStoredBodyBytes) break;
    }
    if (watched.failure && length <= largestStoredBodyBytes) throw watched.failure;
  } catch (error) {
    // A Content-Length of one of these is of a body that is not sent (RFC 9110, 8.6), and the client misses it.
    if (!isBodiless(statusCode)) {
      const received = Buffer.concat(chunks).subarray(0, largestStoredBodyBytes);
      throw new BrokenResponse({ status: statusCode, body: received, ...framingOf(headers) }, watched.failure ?? error);
    }
  }
  const received = new Uint8Array(Buffer.concat(chunks).subarray(0, largestStoredBodyBytes));
  const truncated = length > largestStoredBodyBytes;
  return {
    ...judgeResponse({ status: statusCode, body: received, truncated, url, ...hintsOf(headers) }),
    ...hintsOf(headers),
    httpStatus: statusCode,
    responseBody: received,
    responseTruncated: truncated,
  };
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

function framingOf(headers: Dispatcher.ResponseData['headers']) {
  const contentLength = headers['content-length'];
  return {
    contentLength: contentLength === undefined ? null : Number(contentLength),
    isChunked: headers['transfer-encoding'] !== undefined,
  };
}

/** Headers that say why the answer is not the right one. */
function hintsOf(headers: Dispatcher.ResponseData['headers']) {
  const text = (name: string) => [headers[name] ?? []].flat().join(', ') || null;
  return { contentEncoding: text('content-encoding'), location: text('location') };
}

/** Rejects at the deadline, even if the awaited work ignores it. */
async function untilAborted<Value>(waitedFor: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(deadline.reason);
    deadline.addEventListener('abort', abort, { once: true });
    waitedFor.then(resolve, reject).finally(() => deadline.removeEventListener('abort', abort));
  });
}
