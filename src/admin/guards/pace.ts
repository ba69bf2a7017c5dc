import { setImmediate as nextTurn } from 'node:timers/promises';
import { portion } from './limits.ts';

export type Kind = keyof typeof portion;

interface Waiting {
  kind: Kind;
  fields: number;
  goOn: () => void;
}

/**
 * Lets one request after the other do a portion of its work, so that none keeps the process from all others: between two
 * portions it takes what has arrived meanwhile. What is in one portion is done at once, so that reads of it share a
 * statement.
 *
 * Portions are counted in fields and not in time: how many statements a query sends must not depend on the machine.
 */
export class Pace {
  /** What each request has done in this turn of the event loop. */
  readonly #done = new WeakMap<object, Record<Kind, number>>();
  readonly #waiting = new Map<object, Waiting[]>();
  #isServing = false;

  /** Null: go on with so many fields. Else a promise of when `who` may. */
  take(who: object, kind: Kind, fields = 1): Promise<void> | null {
    const waiting = this.#waiting.get(who);
    if (!waiting && this.#mayDo(who, { kind, fields })) return null;
    return new Promise((goOn) => {
      if (waiting) waiting.push({ kind, fields, goOn });
      else this.#waiting.set(who, [{ kind, fields, goOn }]);
      if (!this.#isServing) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (;;) {
      const [next] = this.#waiting;
      if (!next) break;
      await nextTurn();
      const [who, works] = next;
      this.#waiting.delete(who);
      let count = 0;
      while (count < works.length && this.#mayDo(who, works[count]!)) works[count++]!.goOn();
      if (count < works.length) this.#waiting.set(who, works.slice(count));
    }
    this.#isServing = false;
  }

  /** A list may go beyond the portion that it begins in. */
  #mayDo(who: object, { kind, fields }: Omit<Waiting, 'goOn'>): boolean {
    let done = this.#done.get(who);
    if (!done) {
      done = { reads: 0, values: 0 };
      this.#done.set(who, done);
      setImmediate(() => this.#done.delete(who));
    }
    if (done[kind] >= portion[kind]) return false;
    done[kind] += fields;
    return true;
  }
}
