import type { Socket } from 'node:net';
import { errors } from 'undici';
import { TooMuchReceived } from './watchConnection.ts';

/** The limit of interim responses. Honest servers send one or two. */
const mostInterimResponses = 32;

/**
 * Keeps interim responses (100, 102, 103 and so on) from the reader of the socket. A client must skip those that it did
 * not request (RFC 9110, section 15.2); ours takes 100 for the end of the connection. 101 ends it: what follows is of
 * another protocol. How many bytes come is bounded by `watchConnection`. Call what it returns before each further request
 * on the same connection.
 */
export function skipInterimResponses(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let filter = new InterimFilter();
  socket.read = (size) => {
    for (;;) {
      const bytes = read(size) as Buffer | null;
      if (bytes === null) return null;
      const passed = filter.pass(bytes);
      const failure = failureOf(filter);
      if (failure) {
        socket.destroy(failure);
        return null;
      }
      if (passed.length > 0) return passed;
    }
  };
  return () => {
    filter = new InterimFilter();
  };
}

function failureOf({ skipped, switchesProtocol }: InterimFilter): Error | null {
  // The client calls it in the same way where the headers say so.
  if (switchesProtocol) return new errors.SocketError('bad upgrade');
  const interim = `${mostInterimResponses} interim responses (status 1xx)`;
  return skipped > mostInterimResponses ? new TooMuchReceived(interim) : null;
}

/** Takes bytes as they come, cut anywhere, and gives those that are not of an interim response. */
export class InterimFilter {
  /** The number of interim responses that have begun. */
  skipped = 0;
  /** A 101 has come, which is passed. */
  switchesProtocol = false;
  #state: 'START' | 'SKIPPING' | 'PASSING' = 'START';
  /** The received part of a status line that may still be that of an interim response. */
  #held = '';
  #isLineEmpty = false;

  pass(bytes: Buffer): Buffer {
    if (this.#state === 'PASSING') return bytes;
    for (const [at, byte] of bytes.entries()) {
      if (this.#state === 'SKIPPING') this.#skip(byte);
      else if (this.#begin(byte)) {
        this.#state = 'PASSING';
        return Buffer.concat([Buffer.from(this.#held, 'latin1'), bytes.subarray(at + 1)]);
      }
    }
    return Buffer.alloc(0);
  }

  /** True: another answer begins with these bytes. */
  #begin(byte: number): boolean {
    // Empty lines before an answer say nothing.
    if (this.#held === '' && (byte === lineFeed || byte === carriageReturn)) return false;
    const char = String.fromCharCode(byte);
    const isLikeInterim = interimStart[this.#held.length]!.test(char);
    this.#held += char;
    if (!isLikeInterim || this.#held.length < interimStart.length) return !isLikeInterim;
    this.switchesProtocol = this.#held.slice(9, 12) === '101';
    if (this.switchesProtocol) return true;
    this.#state = 'SKIPPING';
    this.skipped += 1;
    this.#skip(byte);
    return false;
  }

  /** An empty line ends the head, and an interim response has nothing else. */
  #skip(byte: number): void {
    if (byte === lineFeed && this.#isLineEmpty) {
      this.#state = 'START';
      this.#held = '';
    }
    if (byte !== carriageReturn) this.#isLineEmpty = byte === lineFeed;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The characters that the status line of an interim response begins with. */
const interimStart = [/H/, /T/, /T/, /P/, /\//, /\d/, /\./, /\d/, / /, /1/, /\d/, /\d/, /[ \r\n]/];
