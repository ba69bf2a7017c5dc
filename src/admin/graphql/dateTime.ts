import { GraphQLDateTime } from 'graphql-scalars';
import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { isStorableTime } from '../../rules/values/values.ts';

/** Reads RFC 3339 with any offset, and writes UTC with milliseconds, as `Date` serialises itself. */
export const DateTime = new GraphQLScalarType<Date, Date>({
  name: 'DateTime',
  description:
    'A time in ISO 8601 with milliseconds, always in UTC with a trailing Z. Input with any offset is accepted.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339',
  serialize: (value) => GraphQLDateTime.serialize(value),
  parseValue: readInstant,
  parseLiteral: (node) => readInstant('value' in node ? node.value : undefined, node),
});

/** Reads an instant that the database can store. */
function readInstant(value: unknown, node?: ValueNode): Date {
  const instant = parse(value);
  if (instant && isStorableTime(instant)) return instant;
  const message =
    'expected an instant with seconds and an offset (Z or +08:00), in the years 0001 to 9999, such as ' +
    '2021-06-22T10:37:15+08:00';
  throw new GraphQLError(message, { nodes: node ?? null });
}

function parse(value: unknown): Date | undefined {
  try {
    return GraphQLDateTime.parseValue(value);
  } catch {
    return undefined;
  }
}
