import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '../../limits/fairQueue.ts';
import { portion } from './queryLimits.ts';

type Kind = keyof typeof portion;

interface Portion {
  fields: Record<Kind, number>;
  /** Resolves when the portion may begin. Null: it begins without waiting. */
  begins: Promise<void> | null;
}

/**
 * Splits the work of each request into portions and does them in turn. The first portion of a request begins without
 * waiting. Between two portions the process handles other events that have arrived, so that no request makes all others
 * wait. The reads of one portion begin together and share a statement.
 *
 * A portion is a number of fields and not a time, since the number of statements of a query must not depend on the
 * machine.
 */
export class Pace {
  readonly #queue = new FairQueue<object>({ places: 1, placesPerKey: 1 });
  /** The last portion of each request, while the request waits or has work in this turn of the event loop. */
  readonly #last = new WeakMap<object, Portion>();

  /** Returns null if this number of fields may be computed now; otherwise a promise that resolves when they may. */
  take(request: object, kind: Kind, fields = 1): Promise<void> | null {
    const last = this.#last.get(request);
    // A list may exceed the portion in which it begins.
    const current = last && last.fields[kind] < portion[kind] ? last : this.#open(request, last === undefined);
    current.fields[kind] += fields;
    return current.begins;
  }

  #open(request: object, isFirst: boolean): Portion {
    const opened: Portion = { fields: { reads: 0, values: 0 }, begins: null };
    this.#last.set(request, opened);
    const close = () => {
      if (this.#last.get(request) === opened) this.#last.delete(request);
    };
    if (isFirst) setImmediate(close);
    else opened.begins = this.#queue.run(request, nextTurn).then(() => void setImmediate(close));
    return opened;
  }
}
