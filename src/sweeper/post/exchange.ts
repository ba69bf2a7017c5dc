import type { IncomingHttpHeaders } from 'node:http';
import { isCallable, type CallableNetworks } from '../../rules/callbacks/callableAddress.ts';
import { judgeResponse } from '../../rules/callbacks/judgeResponse.ts';
import type { PostResult } from '../../store/deliveries/attemptResult.ts';
import { Connection } from './connection.ts';
import type { Dialling } from './connectTo.ts';
import { AddressRefused, BrokenResponse, describePostError, type PostStage } from './describePostError.ts';
import type { PostSettings } from './postSettings.ts';
import { ResponseReader, type Response } from './responseReader.ts';

type Measured = Pick<PostResult, 'resolvedAddresses' | 'dnsMs' | 'connectMs' | 'firstByteMs' | 'remoteAddress'>;

/** One POST and its response, as far as they have come. */
export class Exchange {
  readonly measured: Measured = {
    resolvedAddresses: [],
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    remoteAddress: null,
  };
  readonly #startedAt = performance.now();
  #stage: PostStage = 'LOOKUP';
  #connection: Connection | undefined;
  /** The connection carried an earlier callback, and has no answer to this one yet. */
  #waitsOnKept = false;
  #mayBeKept = false;

  constructor(
    private readonly url: string,
    private readonly settings: PostSettings,
    private readonly deadline: AbortSignal,
  ) {}

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get #isInTime(): boolean {
    return !this.deadline.aborted && this.elapsedMs < this.settings.timeoutMs;
  }

  /** Rejects when there is no complete response; `describe` says what that means. */
  async post(body: string, headers: Record<string, string>) {
    const url = new URL(this.url);
    const addresses = await this.#lookUp(url.hostname);
    const connection = this.settings.kept?.take(url.origin, addresses) ?? new Connection(url.origin);
    this.#connection = connection;
    if (connection.isOpen) this.#useAgain(connection);
    const reader = new ResponseReader({
      isInTime: () => this.#isInTime,
      onHead: () => {
        this.measured.firstByteMs = this.elapsedMs;
        this.#waitsOnKept = false;
      },
    });
    this.deadline.addEventListener('abort', () => reader.fail(this.deadline.reason), { once: true });
    const request = { path: url.pathname + url.search, headers, body };
    connection.post(request, this.#dialling(addresses, url.protocol === 'https:'), reader);
    const response = await reader.response.catch((error: unknown) => {
      throw reader.failureBy(connection.failure ?? error);
    });
    // The client takes a reset for the end of a response without a length.
    if (connection.failure && !reader.hasEnough) throw reader.failureBy(connection.failure);
    const answer = resultOf(response, this.url);
    this.#mayBeKept = answer.outcome === 'ACKNOWLEDGED' && promisesToStayOpen(response);
    return answer;
  }

  /** Describes the rejection of `post`. */
  describe(error: unknown) {
    const { timeoutMs, kept } = this.settings;
    const isTimedOut = !this.#isInTime;
    // The client reports the end of the connection, which comes after the alert.
    const why = error instanceof BrokenResponse ? error : (this.#connection?.alert ?? error);
    if (this.#waitsOnKept && !isTimedOut) kept?.distrust(this.#connection!.origin);
    return describePostError(why, { isTimedOut, timeoutMs, stage: this.#stage });
  }

  /** Leaves the receiver alone: no part of this attempt goes on. */
  leave(): void {
    const { kept } = this.settings;
    if (this.#mayBeKept && kept) kept.keep(this.#connection!);
    else this.#connection?.end();
  }

  /** Returns the addresses of a host, each of which may be called. */
  async #lookUp(hostname: string): Promise<string[]> {
    const { allowedNetworks: allowed, refusedNetworks: refused, ownNetworks, resolveHost } = this.settings;
    // A URL's IPv6 literal has brackets.
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = await untilAborted(resolveHost(host, this.deadline), this.deadline);
    this.measured.dnsMs = this.elapsedMs;
    this.measured.resolvedAddresses = addresses;
    requireCallable(host, addresses, { allowed, refused, own: ownNetworks() });
    this.#stage = 'CONNECTION';
    return addresses;
  }

  #useAgain(connection: Connection): void {
    this.#waitsOnKept = true;
    this.#stage = 'ANSWER';
    this.measured.connectMs = 0;
    this.measured.remoteAddress = connection.remoteAddress;
  }

  #dialling(addresses: string[], isSecure: boolean): Dialling {
    return {
      addresses,
      deadline: this.deadline,
      onDialling: () => {
        this.#waitsOnKept = false;
        this.#stage = 'CONNECTION';
      },
      onDialled: () => {
        this.#stage = isSecure ? 'TLS' : 'ANSWER';
      },
      onConnected: (socket, connectMs) => {
        this.#stage = 'ANSWER';
        this.measured.connectMs = connectMs;
        this.measured.remoteAddress = socket.remoteAddress ?? null;
      },
    };
  }
}

/** Throws AddressRefused when any of them may not be called: no name may also lead into our network. */
function requireCallable(host: string, addresses: string[], networks: CallableNetworks): void {
  const refused = addresses.find((address) => !isCallable(address, networks));
  if (refused !== undefined || addresses.length === 0) throw new AddressRefused(host, refused);
}

function resultOf({ status, headers, body, truncated }: Response, url: string) {
  const hints = hintsOf(headers);
  return {
    httpStatus: status,
    responseBody: body,
    responseTruncated: truncated,
    ...judgeResponse({ status, body, truncated, url, ...hints }),
    ...hints,
  };
}

/** Headers that say why the answer is not the right one. */
function hintsOf(headers: IncomingHttpHeaders) {
  const text = (name: string) => [headers[name] ?? []].flat().join(', ') || null;
  return { contentEncoding: text('content-encoding'), location: text('location') };
}

/**
 * Says whether the receiver has announced that the connection stays open. HTTP/1.1 lets it stay silent (RFC 9112, section
 * 9.3), but a simple server that says nothing may close the connection at any time.
 */
function promisesToStayOpen({ headers }: Response): boolean {
  return /\bkeep-alive\b/i.test(headers.connection ?? '');
}

/** Rejects at the deadline, even if the awaited work ignores it. */
async function untilAborted<Value>(waitedFor: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(deadline.reason);
    deadline.addEventListener('abort', abort, { once: true });
    waitedFor.then(resolve, reject).finally(() => deadline.removeEventListener('abort', abort));
  });
}
