import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { BrokenResponse } from './describePostError.ts';

/** A complete response, as far as it is stored. */
export interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array<ArrayBuffer>;
  /** True: there was more. */
  truncated: boolean;
}

const largestStoredBodyBytes = 4096;
const leastStatus = 100;

/**
 * Collects what undici hands over of a response. undici's own `request` would make a stream with its listeners and promises for
 * each body, and a callback needs 4 KiB of it at most.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  /** Rejects when it does not come to its end; `failureBy` says what had come. */
  readonly response: Promise<Response>;
  readonly #onHead: () => void;
  #head: Pick<Response, 'status' | 'headers'> | undefined;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #resolve!: (response: Response) => void;
  #reject!: (error: unknown) => void;

  constructor(onHead: () => void) {
    this.#onHead = onHead;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** undici takes a handler without this method for one of its older interface. */
  onRequestStart(): void {}

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    // The client reports such an answer as invalid, but only afterwards.
    if (status < leastStatus) return;
    this.#head = { status, headers };
    this.#onHead();
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // No acknowledgement is this long; what follows is not read.
    if (this.#length > largestStoredBodyBytes) this.onResponseEnd();
  }

  onResponseEnd(): void {
    const body = new Uint8Array(this.#received());
    this.#resolve({ ...this.#head!, body, truncated: this.#length > largestStoredBodyBytes });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(error);
  }

  /** Ends the reading with what has come, unless it is complete. */
  fail(error: unknown): void {
    // A Content-Length of one of these is of a body that is not sent (RFC 9110, 8.6), and the client misses it.
    if (this.#head && isBodiless(this.#head.status)) this.onResponseEnd();
    else this.#reject(error);
  }

  /** Returns what to throw when this was the reason: a BrokenResponse, with what has come, if the response had begun. */
  failureBy(reason: unknown): unknown {
    if (!this.#head) return reason;
    const { status, headers } = this.#head;
    return new BrokenResponse({ status, body: this.#received(), ...framingOf(headers) }, reason);
  }

  #received(): Buffer {
    return Buffer.concat(this.#chunks).subarray(0, largestStoredBodyBytes);
  }
}

/** Says whether no body follows, whatever the headers say. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

function framingOf(headers: IncomingHttpHeaders) {
  const contentLength = headers['content-length'];
  return {
    contentLength: contentLength === undefined ? null : Number(contentLength),
    isChunked: headers['transfer-encoding'] !== undefined,
  };
}
