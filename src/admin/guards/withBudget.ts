import {
  defaultFieldResolver,
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  isObjectType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { queryTimedOut, type AnswerBudget } from './answerBudget.ts';
import { fieldExtensions } from './fieldExtensions.ts';
import type { Pace } from './pace.ts';

/** The part of a request's context that the budget needs. */
export interface Budgeted {
  budget: AnswerBudget;
  /** The pace, which all requests share. */
  pace: Pace;
}

/**
 * Makes every field of a query, also of introspection, be computed in portions, and only while the budget of its request
 * lasts. Returns the schema.
 *
 * The answer to a mutation says what was changed, so it is given in full. limitCost has made sure that it is small.
 * After the deadline, no further field of the mutation starts.
 */
export function withBudget(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const isNeverRead = isIntrospectionType(type) || /(Connection|Edge)$/.test(type.name);
    for (const field of Object.values(type.getFields())) limitField(field, !isNeverRead && isRead(field));
  }
  for (const field of [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef]) limitField(field, false);
  return schema;
}

function isRead(field: Field): boolean {
  return fieldExtensions(field).reads ?? (field.args.length > 0 || isCompositeType(getNamedType(field.type)));
}

/**
 * The fields that are limited already. All schemas share the fields of introspection, so a second schema must not limit
 * them again.
 */
const limited = new WeakSet<Field>();

function limitField(field: Field, isItRead: boolean): void {
  if (limited.has(field)) return;
  limited.add(field);
  const resolve = (field.resolve ?? defaultFieldResolver) as Resolver;
  const hasFields = isCompositeType(getNamedType(field.type));

  const finish = (value: unknown, context: Budgeted, info: GraphQLResolveInfo): unknown => {
    context.budget.charge(value, info);
    if (!hasFields || value === null || value === undefined) return value;
    // GraphQL computes the values of an object, and of all objects of a list, without a pause.
    const objects = Array.isArray(value) ? value.length : 1;
    return after(context.pace.take(context, 'values', objects * countSelected(info)), () => value);
  };
  const resolveNow: Resolver = (source, args, context, info) => {
    context.budget.check(info);
    return after(resolve(source, args, context, info), (value) => finish(value, context, info));
  };
  field.resolve = (source, args, context, info) => {
    // Tools that execute the schema without the door have no budget.
    if (!context?.budget) return resolve(source, args, context, info);
    if (info.operation.operation !== OperationTypeNode.QUERY) {
      if (info.path.prev === undefined && context.budget.timeLeftMs < 0) throw queryTimedOut();
      return resolve(source, args, context, info);
    }
    return after(isItRead ? context.pace.take(context, 'reads') : null, () => resolveNow(source, args, context, info));
  };
}

type Field = GraphQLField<unknown, Budgeted>;
type Resolver = GraphQLFieldResolver<unknown, Budgeted>;

/** Calls `goOn` immediately unless there is a promise to wait for: GraphQL is much faster without promises. */
function after(value: unknown, goOn: (value: unknown) => unknown): unknown {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Returns how many fields of each object are selected. */
function countSelected({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  let count = selectedCounts.get(fieldNodes);
  if (count === undefined) {
    const countIn = (set: SelectionSetNode | undefined): number =>
      (set?.selections ?? []).reduce((sum, selection) => {
        if (selection.kind === Kind.FIELD) return sum + 1;
        const spread = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
        return sum + countIn(spread?.selectionSet);
      }, 0);
    count = fieldNodes.reduce((sum, { selectionSet }) => sum + countIn(selectionSet), 0);
    selectedCounts.set(fieldNodes, count);
  }
  return count;
}

/** The same nodes stand for a field in all rows of a list. */
const selectedCounts = new WeakMap<readonly FieldNode[], number>();
