import { Connection } from './connection.ts';

/** The longest time between two callbacks on a connection. Servers that keep connections open do so for seconds. */
const defaultIdleMs = 500;

/** The time for which an origin has a connection for each POST after it has broken its promise. */
const distrustedForMs = 10 * 60_000;

/**
 * Connections that receivers have promised to keep open, for the next callback to the same origin. During a backlog a
 * receiver then has one handshake for each slot instead of one for each callback.
 *
 * A receiver can close a connection at the moment at which it is used again. Such an attempt has failed like any other:
 * nobody knows whether the receiver has read it, and a POST is sent once for each row. So connections are used again
 * only after an explicit promise, within half a second, and no more after a promise was broken.
 */
export class KeptConnections {
  readonly #byOrigin = new Map<string, Kept[]>();
  readonly #distrustedUntilMs = new Map<string, number>();
  #isClosed = false;

  constructor(private readonly longestIdleMs = defaultIdleMs) {}

  /** Returns an open connection to one of the addresses, which were just checked, or one that is still to be dialled. */
  take(origin: string, addresses: readonly string[]): Connection {
    const kept = this.#byOrigin.get(origin) ?? [];
    const isUsable = ({ connection, untilMs }: Kept) =>
      connection.isOpen &&
      addresses.includes(connection.remoteAddress ?? '') &&
      // A process that was halted comes here before its timers do.
      performance.now() < untilMs;
    const found = kept.findLast(isUsable)?.connection;
    if (found) this.#forget(found);
    return found ?? new Connection(origin, this.longestIdleMs);
  }

  /** Keeps a connection whose last answer is complete, until it has been idle for too long. */
  keep(connection: Connection): void {
    if (this.#isClosed || !connection.isOpen || this.#isDistrusted(connection.origin)) {
      connection.end();
      return;
    }
    const others = this.#byOrigin.get(connection.origin) ?? [];
    this.#byOrigin.set(connection.origin, [...others, { connection, untilMs: performance.now() + this.longestIdleMs }]);
    connection.onClosed = () => this.#forget(connection);
  }

  /** Keeps no connection to this origin for some minutes, because one was closed when it was used again. */
  distrust(origin: string): void {
    const nowMs = performance.now();
    for (const [other, untilMs] of this.#distrustedUntilMs) if (untilMs < nowMs) this.#distrustedUntilMs.delete(other);
    this.#distrustedUntilMs.set(origin, nowMs + distrustedForMs);
    this.#end(this.#byOrigin.get(origin));
  }

  /** Ends all that wait, and from now on keeps none. */
  close(): void {
    this.#isClosed = true;
    this.#end([...this.#byOrigin.values()].flat());
  }

  #isDistrusted(origin: string): boolean {
    return (this.#distrustedUntilMs.get(origin) ?? 0) > performance.now();
  }

  #end(these: readonly Kept[] = []): void {
    for (const { connection } of these) connection.end();
  }

  #forget(connection: Connection): void {
    const others = (this.#byOrigin.get(connection.origin) ?? []).filter((kept) => kept.connection !== connection);
    if (others.length > 0) this.#byOrigin.set(connection.origin, others);
    else this.#byOrigin.delete(connection.origin);
  }
}

interface Kept {
  connection: Connection;
  untilMs: number;
}
