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

interface Watch {
  /** Says whether the request may still be sent. */
  isInTime(): boolean;
  /** Called when the head of the response is there. */
  onHead(): void;
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
  readonly #isInTime: () => boolean;
  readonly #onHead: () => void;
  #head: Pick<Response, 'status' | 'headers'> | undefined;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #resolve!: (response: Response) => void;
  #reject!: (error: unknown) => void;

  constructor({ isInTime, onHead }: Watch) {
    this.#isInTime = isInTime;
    this.#onHead = onHead;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /**
   * Called immediately before the request is written, which may be some turns of the event loop after the decision to send it.
   * A process that was stopped meanwhile comes here before its timers do, and its lease may be someone else's.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#isInTime()) controller.abort(new Error('the time to send was over'));
  }

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
    const { status, headers } = this.#head!;
    this.#resolve({ status, headers, body, truncated: this.#length > largestStoredBodyBytes });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(error);
  }

  /** Ends the reading with what has come, unless it is complete. */
  fail(error: unknown): void {
    if (this.hasEnough) this.onResponseEnd();
    else this.#reject(error);
  }

  /** True: the end of the connection means nothing any more, because no body follows or more has come than is stored. */
  get hasEnough(): boolean {
    return this.#head !== undefined && (isBodiless(this.#head.status) || this.#length > largestStoredBodyBytes);
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

/**
 * Says whether no body follows, whatever the headers say. A Content-Length is then of a body that is not sent (RFC 9110, 8.6),
 * and the client misses it.
 */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

function framingOf(headers: IncomingHttpHeaders) {
  const contentLength = headers['content-length'];
  return {
    contentLength: contentLength === undefined ? null : Number(contentLength),
    isChunked: headers['transfer-encoding'] !== undefined,
  };
}
