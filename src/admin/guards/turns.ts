import { isObjectType, responsePathAsArray, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { TurnQueue } from './turnQueue.ts';

/** Of the fields whose resolvers take turns. */
export interface TurnExtensions {
  turn?: keyof typeof turns;
}

/**
 * What one request at a time may do, and so many requests at once in a process; after its turn each kind rests, for so
 * many times as long as the turn took.
 */
const turns = {
  /** Both read as many rows as there are, and would take all connections of staff. */
  count: { atOnce: 2, rest: 0 },
  measure: { atOnce: 2, rest: 0 },
  /** Computes without a pause, in a process that also takes payments: they get every second moment. */
  compute: { atOnce: 1, rest: 1 },
} as const;

/**
 * The same schema. The rows of one list share a turn, as they share a statement. What the resolvers do first, such as to look
 * at the time, they do when their turn has come.
 */
export function withTurns(schema: GraphQLSchema): GraphQLSchema {
  const queues = {
    count: new TurnQueue(turns.count),
    measure: new TurnQueue(turns.measure),
    compute: new TurnQueue(turns.compute),
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { turn } = field.extensions as TurnExtensions;
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
