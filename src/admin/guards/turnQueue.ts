import { setImmediate } from 'node:timers/promises';

interface Asker {
  /** Settled when their last turn has ended. */
  last: Promise<unknown>;
  /** Turns that have not begun, by what they are for. */
  open: Map<string, Turn>;
}

interface Turn {
  begins: Promise<void>;
  works: Promise<unknown>[];
}

/** Lets work be done in the order it came, but that of one asker one after the other, so that others need not wait for all of it. */
export class TurnQueue {
  #free: number;
  readonly #rest: number;
  readonly #waiting: (() => void)[] = [];
  readonly #askers = new WeakMap<object, Asker>();

  /** So many turns `atOnce`; after each its place stays empty for `rest` times as long as the turn took. */
  constructor({ atOnce, rest }: { atOnce: number; rest: number }) {
    this.#free = atOnce;
    this.#rest = rest;
  }

  /** All that is asked for by the same asker for the same purpose before its turn has begun is done in that turn, at once. */
  run<Result>(who: object, purpose: string, work: () => Result): Promise<Awaited<Result>> {
    const asker = this.#askers.get(who) ?? { last: Promise.resolve(), open: new Map<string, Turn>() };
    this.#askers.set(who, asker);
    const turn = asker.open.get(purpose) ?? this.#open(asker, purpose);
    const result = turn.begins.then(work) as Promise<Awaited<Result>>;
    turn.works.push(result);
    return result;
  }

  #open(asker: Asker, purpose: string): Turn {
    const begin = async (last: Promise<unknown>) => {
      await last;
      // By then all that arrives with it is there.
      await setImmediate();
      await this.#takePlace();
      asker.open.delete(purpose);
    };
    const turn: Turn = { begins: begin(asker.last), works: [] };
    const end = async () => {
      await turn.begins;
      const startedAt = performance.now();
      await Promise.allSettled(turn.works);
      // A timer, even of 0 ms, lets in what has arrived meanwhile.
      setTimeout(() => this.#leavePlace(), this.#rest * (performance.now() - startedAt));
    };
    asker.open.set(purpose, turn);
    asker.last = end();
    return turn;
  }

  async #takePlace(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
