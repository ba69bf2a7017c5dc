import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { readPageRequest } from '../../rules/values/page.ts';
import { Refusal, refuseInvalid } from '../../rules/failures/refusal.ts';
import type { ConnectionExtensions, FieldExtensions } from './checkedArguments.ts';
import { describeRefusal } from '../door/describeRefusal.ts';
import { pageArguments } from '../graphql/pageArguments.ts';

/**
 * Refuses a query with a page that cannot be or with arguments that their field's check refuses, however deep they stand.
 * Below a mutation they would else be found when it is done, and since hardly anything may be null, a secret that is shown
 * once would be lost. `variables` are those that coercion has made.
 */
export function refuseArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }

  const checkSelections = ({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): void => {
    for (const selection of selections) {
      if (isSelected(selection, variables)) checkSelection(selection, type);
    }
  };
  const checkSelection = (selection: SelectionNode, type: GraphQLNamedType | undefined): void => {
    switch (selection.kind) {
      case Kind.FIELD: {
        const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
        if (!field) return;
        checkField(field, selection, variables);
        if (selection.selectionSet) checkSelections(selection.selectionSet, getNamedType(field.type));
        return;
      }
      case Kind.INLINE_FRAGMENT: {
        const narrowed = selection.typeCondition ? schema.getType(selection.typeCondition.name.value) : type;
        return checkSelections(selection.selectionSet, narrowed);
      }
      case Kind.FRAGMENT_SPREAD: {
        const { selectionSet, typeCondition } = fragments.get(selection.name.value)!;
        return checkSelections(selectionSet, schema.getType(typeCondition.name.value));
      }
    }
  };
  checkSelections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
}

/** Nobody is to be refused for what they left out. */
function isSelected(selection: SelectionNode, variables: Record<string, unknown>): boolean {
  const skipped = getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'];
  const included = getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'];
  return skipped !== true && included !== false;
}

function checkField(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Record<string, unknown>): void {
  const { check } = field.extensions as FieldExtensions<object>;
  const { rowKind } = getNamedType(field.type).extensions as ConnectionExtensions;
  if (!check && !rowKind) return;
  try {
    const args = getArgumentValues(field, node, variables);
    if (check) refuseInvalid(check(args));
    if (rowKind) readPageRequest(pageArguments(args, node, variables), rowKind);
  } catch (error) {
    throw refusedAt(node, error);
  }
}

/** GraphQL itself refuses a variable that is null where that cannot be. */
function refusedAt(node: FieldNode, error: unknown): unknown {
  const isOurs = error instanceof Refusal;
  if (!isOurs && !(error instanceof GraphQLError)) return error;
  const { message, extensions } = isOurs ? describeRefusal(error) : { message: error.message, extensions: {} };
  return new GraphQLError(message, {
    nodes: isOurs ? node : (error.nodes ?? null),
    extensions: { code: 'BAD_USER_INPUT', ...extensions, http: { status: 400 } },
  });
}
