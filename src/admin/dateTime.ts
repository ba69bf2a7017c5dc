import { GraphQLDateTime } from 'graphql-scalars';
import { GraphQLScalarType } from 'graphql';

/** RFC 3339 in, with any offset; UTC with milliseconds out, as `Date` serialises itself. */
export const DateTime = new GraphQLScalarType<Date, Date>({
  name: 'DateTime',
  description: 'Instant, ISO 8601 with milliseconds, always UTC with a trailing Z. Input with any offset is accepted.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339',
  serialize: (value) => GraphQLDateTime.serialize(value),
  parseValue: (value) => GraphQLDateTime.parseValue(value),
  parseLiteral: (node) => GraphQLDateTime.parseLiteral(node),
});
