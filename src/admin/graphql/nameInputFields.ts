import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, Kind, visit, type ASTNode, type DocumentNode, type GraphQLError } from 'graphql';
import { answeredMessage } from '../door/errorMessages.ts';

/**
 * Makes BAD_USER_INPUT with `extensions.fields` of all input that GraphQL itself refuses, so that it looks the same
 * whether a value is written into the query or comes in a variable, and whether GraphQL or a rule of ours refuses it.
 *
 * A field is named by the path from its argument on: `first`, `filter.status`, `parameters[0].value`. The one argument
 * of mutations is left out of it: `title`, not `input.title`.
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

/** The path of what was refused, or undefined if the complaint is of something else. */
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

/** The kinds of nodes that only the rule complains of that compares values with types. */
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

/** From the argument to the first node that is wanted, variables where they are used; undefined if none is in one. */
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

/** Variable "$filter" got invalid value 1 at "filter.status"; and then what is wrong with it. */
function pathInVariable({ message, originalError }: GraphQLError): string {
  const end = message.length - `"; ${originalError?.message ?? ''}`.length;
  const start = message.lastIndexOf(' at "', end);
  const path = start < 0 ? '' : message.slice(start + ' at "'.length, end);
  return path.length < longestPath ? (/^\w+([\w.[\]]*)$/.exec(path)?.[1] ?? '') : '';
}

/** Longer than any in the schema. */
const longestPath = 200;

/** A field that is missing, or that is not known, is named in the message only. */
function missingField(error: GraphQLError): string {
  const name = /^Field "(?:\w+\.)?(\w+)" (?:of required|is not defined by) type "/.exec(whatIsWrong(error))?.[1];
  return name === undefined || error.nodes?.[0]?.kind === Kind.OBJECT_FIELD ? '' : `.${name}`;
}

/** The message without the variable, which is the operation's own affair. */
function whatIsWrong({ message, originalError }: GraphQLError): string {
  return answeredMessage(originalError?.message ?? message);
}
