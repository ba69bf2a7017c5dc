import type { GraphQLFormattedError } from 'graphql';

/**
 * `extensions.fields` for input that GraphQL itself refused, so that every BAD_USER_INPUT has it; undefined for other
 * complaints. graphql-js tells the name in its message only.
 */
export function inputFields({ message, extensions }: GraphQLFormattedError): Record<string, string[]> | undefined {
  if (extensions?.['fields']) return extensions['fields'] as Record<string, string[]>;
  if (extensions?.['code'] !== 'BAD_USER_INPUT') return undefined;
  const variable = /^Variable "\$(\w+)"/.exec(message)?.[1] ?? 'variables';
  const [, path, why] = placed.exec(message) ?? [];
  const missing = /; Field "(\w+)" of required type "[^"]+" was not provided\.$/.exec(message)?.[1];
  const name = [path, missing].filter(Boolean).join('.');
  return { [name || variable]: [why ?? message] };
}

/** Variable "$input" got invalid value 1 at "input.name"; String cannot … (the variable is the operation's own affair). */
const placed = /^[^]* at "\w+\.?([\w.[\]]+)"; ([^]+)$/;
