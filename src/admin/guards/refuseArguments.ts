import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { Refusal, refuseInvalid } from '../../rules/failures/refusal.ts';
import { describeRefusal } from '../door/errorMessages.ts';
import { pageArguments } from '../graphql/optionalInput.ts';
import { fieldExtensions, rowKindOf } from './fieldExtensions.ts';

/**
 * Refuses a query with impossible page arguments, or with arguments that the check of their field refuses, at any
 * depth. Inside the result of a mutation, they would otherwise be found after the mutation. Since hardly any field may
 * be null, a secret that is shown once would then be lost. `variables` are those that coercion has made.
 */
export function refuseArguments(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const typeInfo = new TypeInfo(schema);
  /** Fragments are checked once, in the order in which they are first spread. */
  const spread = new Set<string>();
  const visitor = visitWithTypeInfo(typeInfo, {
    enter: (node) => {
      if (!isSelection(node)) return undefined;
      // A field that the caller skips is no reason to refuse.
      if (!isSelected(node, variables)) return false;
      if (node.kind === Kind.FRAGMENT_SPREAD) spread.add(node.name.value);
      const field = node.kind === Kind.FIELD && typeInfo.getFieldDef();
      if (field) checkField(field, node, variables);
      return undefined;
    },
  });
  visit(operation, visitor);
  for (const name of spread) {
    const isIt = (node: DocumentNode['definitions'][number]) =>
      node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name;
    visit(definitions.find(isIt)!, visitor);
  }
}

function isSelection(node: { kind: Kind }): node is SelectionNode {
  return node.kind === Kind.FIELD || node.kind === Kind.INLINE_FRAGMENT || node.kind === Kind.FRAGMENT_SPREAD;
}

function isSelected(selection: SelectionNode, variables: Record<string, unknown>): boolean {
  const skipped = getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'];
  const included = getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'];
  return skipped !== true && included !== false;
}

function checkField(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Record<string, unknown>): void {
  const { check } = fieldExtensions(field);
  const rowKind = rowKindOf(getNamedType(field.type));
  try {
    const args = getArgumentValues(field, node, variables);
    if (check) refuseInvalid(check(args as never));
    if (rowKind) readPageRequest(pageArguments(args, node, variables), rowKind);
  } catch (error) {
    throw refusedAt(node, error);
  }
}

/** Makes the answer of a refusal, ours or GraphQL's, which refuses a variable that is null where that cannot be. */
function refusedAt(node: FieldNode, error: unknown): unknown {
  const isOurs = error instanceof Refusal;
  if (!isOurs && !(error instanceof GraphQLError)) return error;
  const { message, extensions } = isOurs ? describeRefusal(error) : { message: error.message, extensions: {} };
  return new GraphQLError(message, {
    nodes: isOurs ? node : (error.nodes ?? null),
    extensions: { code: 'BAD_USER_INPUT', ...extensions, http: { status: 400 } },
  });
}
