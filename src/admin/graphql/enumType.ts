import { registerEnumType } from 'type-graphql';

/** Makes an enum of GraphQL, with a description for each value. Values are their own names. */
export function enumType<Name extends string>(
  name: string,
  description: string,
  values: Record<Name, string>,
): { [Value in Name]: Value } {
  const described = Object.entries<string>(values);
  const type = Object.fromEntries(described.map(([value]) => [value, value])) as { [Value in Name]: Value };
  const valuesConfig = Object.fromEntries(described.map(([value, text]) => [value, { description: text }]));
  registerEnumType(type, { name, description, valuesConfig: valuesConfig as Record<Name, { description: string }> });
  return type;
}
