import { setImmediate as nextTurn, setTimeout as passTime } from 'node:timers/promises';
import { isObjectType, responsePathAsArray, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { FairQueue } from '../../limits/fairQueue.ts';
import { fieldExtensions, type TurnKind } from './fieldExtensions.ts';

/**
 * The number of turns of each kind that a process does at once, one for each request. After a turn its place stays
 * empty for `rest` times as long as the turn took.
 */
const kinds: Record<TurnKind, TurnSettings> = {
  /** Counts and measurements read as many rows as there are, and could take all connections of staff. */
  count: { atOnce: 2, rest: 0 },
  measure: { atOnce: 2, rest: 0 },
  /** Diagnoses compute without a pause in a process that also takes payments, which get every second moment. */
  compute: { atOnce: 1, rest: 1 },
};

/**
 * Makes the fields of a schema that take turns wait for theirs, and returns it. The rows of one list share a turn, as they
 * share a statement. A resolver does nothing before its turn, not even look at the time.
 */
export function withTurns(schema: GraphQLSchema): GraphQLSchema {
  const queues = {
    count: new TurnQueue(kinds.count),
    measure: new TurnQueue(kinds.measure),
    compute: new TurnQueue(kinds.compute),
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { turn } = fieldExtensions(field);
      if (turn && field.resolve) field.resolve = inTurn(field.resolve, queues[turn]);
    }
  }
  return schema;
}

function inTurn(
  resolve: GraphQLFieldResolver<unknown, object>,
  queue: TurnQueue,
): GraphQLFieldResolver<unknown, object> {
  return (source, args, context, info) => {
    const place = responsePathAsArray(info.path).filter((step) => typeof step === 'string');
    return queue.run(context, place.join('.'), () => resolve(source, args, context, info));
  };
}

interface TurnSettings {
  atOnce: number;
  rest: number;
}

interface Turn {
  begins: Promise<void>;
  works: Promise<unknown>[];
}

/** Does works in turns: those of one asker for one purpose in one turn, and the turns of each asker one after the other. */
export class TurnQueue {
  readonly #queue: FairQueue<object>;
  readonly #rest: number;
  /** The turns of each asker that have not begun, by their purpose. */
  readonly #open = new WeakMap<object, Map<string, Turn>>();

  constructor({ atOnce, rest }: TurnSettings) {
    this.#queue = new FairQueue({ places: atOnce, placesPerKey: 1 });
    this.#rest = rest;
  }

  run<Result>(asker: object, purpose: string, work: () => Result): Promise<Awaited<Result>> {
    const open = this.#open.get(asker) ?? new Map<string, Turn>();
    this.#open.set(asker, open);
    const turn = open.get(purpose) ?? this.#openTurn(asker, purpose, open);
    const result = turn.begins.then(work) as Promise<Awaited<Result>>;
    turn.works.push(result);
    return result;
  }

  #openTurn(asker: object, purpose: string, open: Map<string, Turn>): Turn {
    const works: Promise<unknown>[] = [];
    const begins = new Promise<void>((begin) => {
      void this.#queue.run(asker, async () => {
        // All works of the same turn are asked for before it begins.
        await nextTurn();
        open.delete(purpose);
        begin();
        const startedAtMs = performance.now();
        await Promise.allSettled(works);
        // A timer, even of 0 ms, lets in what has arrived meanwhile.
        await passTime(this.#rest * (performance.now() - startedAtMs));
      });
    });
    const turn = { begins, works };
    open.set(purpose, turn);
    return turn;
  }
}
