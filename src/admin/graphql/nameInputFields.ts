import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, Kind, visit, type ASTNode, type DocumentNode, type GraphQLError } from 'graphql';
import { answeredMessage } from '../door/errorMessages.ts';

/**
 * When GraphQL itself refuses an input, this adds the code BAD_USER_INPUT and `extensions.fields` to the error. So errors look
 * the same whether a value is written into the query or comes in a variable, and whether GraphQL or a rule of ours refuses it.
 *
 * A field is named by the path from its argument on: `first`, `filter.status`, `parameters[0].value`. For
 * mutations the leading `input.` is left out: `title`, not `input.title`.
 */
export function nameInputFields(): ApolloServerPlugin {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ document, errors }) => {
        if (!document) return;
        for (const error of errors) {
          const path = refusedInput(error, document);
          if (path === undefined) continue;
          const name = path.replace(/^input\./, '');
          const fields = { [name]: [whatIsWrong(error)] };
          Object.assign(error.extensions, { code: 'BAD_USER_INPUT', fields });
        }
      },
    }),
  };
}

/** Returns the path of the input that was refused; undefined if the complaint is about something else. */
function refusedInput(error: GraphQLError, document: DocumentNode): string | undefined {
  const [node] = error.nodes ?? [];
  if (!node) return undefined;
  if (error.extensions['code'] === 'GRAPHQL_VALIDATION_FAILED') {
    const path = literals.has(node.kind) ? pathTo(document, (other) => other === node) : undefined;
    return path && path + missingField(error);
  }
  if (error.extensions['code'] !== 'BAD_USER_INPUT') return undefined;
  const variable = node.kind === Kind.VARIABLE_DEFINITION ? node.variable : node;
  if (variable.kind !== Kind.VARIABLE) return undefined;
  const path = pathTo(document, (other) => other.kind === Kind.VARIABLE && other.name.value === variable.name.value);
  return path && path + pathInVariable(error) + missingField(error);
}

/** Only one validation rule reports nodes of these kinds: the one that compares values with types. */
const literals = new Set<string>([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
  Kind.OBJECT_FIELD,
]);

/** Returns the path from the argument to the first wanted node. A variable is looked for where it is used. */
function pathTo(document: DocumentNode, isWanted: (node: ASTNode) => boolean): string | undefined {
  let found: string | undefined;
  visit(document, {
    VariableDefinition: () => false,
    enter: (node, _key, _parent, path) => {
      if (!isWanted(node)) return undefined;
      found = writePath(document, path);
      return BREAK;
    },
  });
  return found;
}

function writePath(document: DocumentNode, path: readonly (string | number)[]): string {
  let text = '';
  let at: unknown = document;
  for (const [index, key] of path.entries()) {
    at = (at as Record<string | number, unknown>)[key];
    const { kind, name } = at as { kind?: string; name?: { value: string } };
    if (kind === Kind.ARGUMENT) text = name!.value;
    if (kind === Kind.OBJECT_FIELD) text += `.${name!.value}`;
    if (path[index - 1] === 'values') text += `[${key}]`;
  }
  return text;
}

/** Reads the path from a message such as: Variable "$filter" got invalid value 1 at "filter.status"; … */
function pathInVariable({ message, originalError }: GraphQLError): string {
  const end = message.length - `"; ${originalError?.message ?? ''}`.length;
  const start = message.lastIndexOf(' at "', end);
  const path = start < 0 ? '' : message.slice(start + ' at "'.length, end);
  return path.length < longestPath ? (/^\w+([\w.[\]]*)$/.exec(path)?.[1] ?? '') : '';
}

/** Longer than any input path of the schema. */
const longestPath = 200;

/** Reads the name of a missing or unknown field from the message, the only place that has it. */
function missingField(error: GraphQLError): string {
  const name = /^Field "(?:\w+\.)?(\w+)" (?:of required|is not defined by) type "/.exec(whatIsWrong(error))?.[1];
  return name === undefined || error.nodes?.[0]?.kind === Kind.OBJECT_FIELD ? '' : `.${name}`;
}

/** Returns the message without the name of the variable. */
function whatIsWrong({ message, originalError }: GraphQLError): string {
  return answeredMessage(originalError?.message ?? message);
}
