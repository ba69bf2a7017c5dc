import { setImmediate as nextTurn, setTimeout as passTime } from 'node:timers/promises';
import { isObjectType, responsePathAsArray, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { FairQueue } from '../../limits/fairQueue.ts';
import { fieldExtensions, type TurnKind } from './fieldExtensions.ts';

/** The number of turns of each kind that run at the same time in a process. A request has at most one of them. */
const kinds: Record<TurnKind, TurnSettings> = {
  /** Counts and measurements read as many rows as there are, and could take all connections of staff. */
  count: { atOnce: 2, pauseFactor: 0 },
  measure: { atOnce: 2, pauseFactor: 0 },
  /**
   * A diagnosis computes without a pause, in a process that also takes payments. After each turn the process computes no
   * diagnosis for as long as the turn took, so that payments get half of the time.
   */
  compute: { atOnce: 1, pauseFactor: 1 },
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
    // Without the places in lists: the rows of one list share a turn.
    const fieldPath = responsePathAsArray(info.path).filter((step) => typeof step === 'string');
    return queue.run(context, fieldPath.join('.'), () => resolve(source, args, context, info));
  };
}

interface TurnSettings {
  atOnce: number;
  /** After a turn its place stays empty for this many times as long as the turn took. */
  pauseFactor: number;
}

interface Turn {
  begins: Promise<void>;
  works: Promise<unknown>[];
}

/**
 * Does works in turns. Works of one request for the same field share a turn. A request has one turn at a time. `request`
 * is any object that stands for it, such as its GraphQL context.
 */
export class TurnQueue {
  readonly #queue: FairQueue<object>;
  readonly #pauseFactor: number;
  /** The turns of each request that have not begun, by the path of their field. */
  readonly #open = new WeakMap<object, Map<string, Turn>>();

  constructor({ atOnce, pauseFactor }: TurnSettings) {
    this.#queue = new FairQueue({ places: atOnce, placesPerKey: 1 });
    this.#pauseFactor = pauseFactor;
  }

  run<Result>(request: object, fieldPath: string, work: () => Result): Promise<Awaited<Result>> {
    const open = this.#open.get(request) ?? new Map<string, Turn>();
    this.#open.set(request, open);
    const turn = open.get(fieldPath) ?? this.#openTurn(request, fieldPath, open);
    const result = turn.begins.then(work) as Promise<Awaited<Result>>;
    turn.works.push(result);
    return result;
  }

  #openTurn(request: object, fieldPath: string, open: Map<string, Turn>): Turn {
    const works: Promise<unknown>[] = [];
    const begins = new Promise<void>((begin) => {
      void this.#queue.run(request, async () => {
        // All works of the same turn are added before it begins.
        await nextTurn();
        open.delete(fieldPath);
        begin();
        const startedAtMs = performance.now();
        await Promise.allSettled(works);
        // A timer, even of 0 ms, lets in what has arrived meanwhile.
        await passTime(this.#pauseFactor * (performance.now() - startedAtMs));
      });
    });
    const turn = { begins, works };
    open.set(fieldPath, turn);
    return turn;
  }
}
