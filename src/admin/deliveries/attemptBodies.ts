import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AttemptBody } from '../../store/deliveries/deliveryAttempts.ts';
import type { AnswerBudget } from '../guards/answerBudget.ts';

/** What an attempt sent and what it met, as text. */
export interface BodyTexts {
  requestBody: string;
  responseBody: string | null;
}

/** Hardly more than an answer of theirs takes to be written: so much is read in vain, and waited for, at most. */
const atOnce = 100;

interface Wanted {
  id: bigint;
  resolve: (texts: BodyTexts) => void;
  reject: (error: unknown) => void;
}

/**
 * The bodies that one request shows. Each is read and decoded once, however many fields ask for it, and not at all once
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
    // By then all rows of a list have asked.
    await Promise.resolve();
    while (this.#wanted.length > 0) {
      await this.#readSome(this.#wanted.splice(0, atOnce));
      // By then what these take is counted.
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

/** Removed, as too old, since the attempt was read. */
const gone: BodyTexts = { requestBody: '', responseBody: null };
