import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AttemptBody } from '../../store/deliveries/deliveryAttempts.ts';
import type { AnswerBudget } from '../guards/answerBudget.ts';

/** The texts that an attempt sent and received. */
export interface BodyTexts {
  requestBody: string;
  responseBody: string | null;
}

/**
 * The number of attempts that are read together. It is small, so that other requests do not wait long and little is
 * read for nothing.
 */
const atOnce = 100;

interface Wanted {
  id: bigint;
  resolve: (texts: BodyTexts) => void;
  reject: (error: unknown) => void;
}

/**
 * The bodies that one request shows. Each is read and decoded once, however many fields select it, and not at all when
 * the budget of the request is spent: 5,000 attempts can have 40 MB of them.
 */
export class AttemptBodies {
  readonly #read: (ids: bigint[]) => Promise<AttemptBody[]>;
  readonly #budget: AnswerBudget;
  readonly #known = new Map<bigint, Promise<BodyTexts>>();
  readonly #wanted: Wanted[] = [];
  #isReading = false;

  constructor(read: (ids: bigint[]) => Promise<AttemptBody[]>, budget: AnswerBudget) {
    this.#read = read;
    this.#budget = budget;
  }

  load(id: bigint): Promise<BodyTexts> {
    const known = this.#known.get(id);
    if (known) return known;
    const texts = new Promise<BodyTexts>((resolve, reject) => this.#wanted.push({ id, resolve, reject }));
    this.#known.set(id, texts);
    if (!this.#isReading) void this.#readAll();
    return texts;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    // All rows of a list have called this before it goes on.
    await Promise.resolve();
    while (this.#wanted.length > 0) {
      await this.#readSome(this.#wanted.splice(0, atOnce));
      // The budget counts these texts before more are read.
      await nextTurn();
    }
    this.#isReading = false;
  }

  async #readSome(wanted: readonly Wanted[]): Promise<void> {
    try {
      this.#budget.throwIfSpent();
      const rows = await this.#read(wanted.map(({ id }) => id));
      const texts = new Map(rows.map((row) => [row.id, textsOf(row)]));
      for (const { id, resolve } of wanted) resolve(texts.get(id) ?? gone);
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
}

function textsOf({ requestBody, responseBody }: AttemptBody): BodyTexts {
  return { requestBody, responseBody: responseBody && new TextDecoder().decode(responseBody) };
}

/** Replaces the texts of an attempt that retention has removed since it was read. */
const gone: BodyTexts = { requestBody: '', responseBody: null };
