import { GraphQLError, responsePathAsArray, type GraphQLResolveInfo } from 'graphql';
import { answerBytes } from './queryLimits.ts';

/** The time and the bytes that the answer to one query may take. A mutation is limited in time only. */
export class AnswerBudget {
  /** Resolves to the reason when the query is given up. */
  readonly spent: Promise<GraphQLError>;
  readonly #deadlineMs: number;
  readonly #now: () => number;
  #bytesLeft: number;
  #failure: GraphQLError | null = null;
  #resolveSpent!: (failure: GraphQLError) => void;

  constructor({ timeMs, bytes = answerBytes }: { timeMs: number; bytes?: number }, now = () => performance.now()) {
    this.#now = now;
    this.#deadlineMs = now() + timeMs;
    this.#bytesLeft = bytes;
    this.spent = new Promise((resolve) => (this.#resolveSpent = resolve));
  }

  get timeLeftMs(): number {
    return this.#deadlineMs - this.#now();
  }

  /** Throws if the query has been given up, and gives it up when its time is over. */
  check(info: GraphQLResolveInfo): void {
    if (!this.#failure && this.timeLeftMs < 0) this.giveUp(withPath(info, queryTimedOut()));
    this.throwIfSpent();
  }

  /** Throws if the query has been given up, and gives it up when this value makes the answer too long. */
  charge(value: unknown, info: GraphQLResolveInfo): void {
    this.#bytesLeft -= jsonBytes(info.path.key) + 2 + jsonBytes(value);
    if (!this.#failure && this.#bytesLeft < 0) this.giveUp(withPath(info, answerTooLarge()));
    this.throwIfSpent();
  }

  throwIfSpent(): void {
    if (this.#failure) throw this.#failure;
  }

  giveUp(failure: GraphQLError): void {
    this.#failure = failure;
    this.#resolveSpent(failure);
  }
}

/** Returns how many bytes a value has as JSON. An object has its braces only: its fields are charged one by one. */
function jsonBytes(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + jsonBytes(item) + 1, 2);
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) return 2;
  return Buffer.byteLength(JSON.stringify(value ?? null));
}

export function queryTimedOut(): GraphQLError {
  const message =
    'This took too long and was ended. Ask for less: smaller pages, a shorter time range (from, to), fewer fields.';
  return new GraphQLError(message, { extensions: { code: 'QUERY_TIMED_OUT' } });
}

function answerTooLarge(): GraphQLError {
  const message =
    `The answer would have more than ${answerBytes / 2 ** 20} MiB. Ask for less in one query: smaller pages (the ` +
    'arguments first or last), fewer fields; requestBody, responseBody, canonicalString and detail are the long ones.';
  return new GraphQLError(message, { extensions: { code: 'ANSWER_TOO_LARGE' } });
}

/**
 * Returns the failure with a path. Every later field throws this same error. GraphQL copies an error that has no path,
 * once for each field.
 */
function withPath(info: GraphQLResolveInfo, { message, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { extensions, nodes: info.fieldNodes, path: responsePathAsArray(info.path) });
}
